import { z } from "zod";
import type { JsonSchema } from "../../kernel/index.ts";
import { configSchema } from "./schema.ts";

/** The JSON Schema of a configuration file, for editors. */
export function configJsonSchema(): JsonSchema {
  const { $schema, ...rest } = z.toJSONSchema(configSchema, { target: "draft-7", io: "input" });
  return { $schema, title: "Deckhand configuration", ...rest };
}

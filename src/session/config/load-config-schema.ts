import type { JsonSchema } from "../../kernel/index.ts";

/** The JSON Schema of a configuration file; the schema library is loaded only now. */
export async function loadConfigSchema(): Promise<JsonSchema> {
  return (await import("./json-schema.ts")).configJsonSchema();
}

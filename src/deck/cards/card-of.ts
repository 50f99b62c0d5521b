import type { ToolRecord } from "../../kernel/index.ts";
import { type CapabilityCard, capabilityId } from "../contract.ts";

/** The card of a tool, with what its record says of it. */
export function cardOf(
  { name, title, summary }: Pick<ToolRecord, "name" | "title" | "summary">,
  build: CapabilityCard["build"],
): CapabilityCard {
  return Object.freeze({ id: capabilityId(name), title, summary, build });
}

import type { JsonSchema } from "../../kernel/index.ts";

/** What is known about a tool before anybody calls it. */
export interface ToolEntry {
  /** The wire name: `read`, or `<server>__<tool>`. */
  readonly name: string;
  readonly title?: string;
  readonly summary?: string;
  readonly description: string;
  readonly parameters: JsonSchema;
}

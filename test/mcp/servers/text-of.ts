import type { RawResult } from "../../../src/bridge/mcp/wire/mcp-connection.ts";

/** The text of a result that holds one. */
export function textOf({ content }: RawResult): string {
  const [first] = content as readonly { readonly text: string }[];
  return first?.text ?? "";
}

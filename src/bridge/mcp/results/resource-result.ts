import { blocksResult, type ContentBlock, type ToolResult } from "../../../kernel/index.ts";
import type { RawResult } from "../wire/mcp-connection.ts";
import { jsonBlock, resourceFromRemote } from "./block-from-remote.ts";
import { keptFields } from "./remote-fields.ts";

/** What reading a resource came to, each part with where it is from: data of that server, whatever it says. */
export function resourceResult(raw: RawResult): ToolResult {
  const { contents, ...rest } = raw;
  const parts: readonly unknown[] = Array.isArray(contents)
    ? contents
    : contents === undefined
      ? []
      : [contents];
  const fields = keptFields(rest);
  return { ...blocksResult(parts.map(blockOf)), ...(fields === undefined ? {} : { origin: fields }) };
}

function blockOf(raw: unknown): ContentBlock {
  const block = resourceFromRemote(raw);
  return typeof block === "string" ? { ...jsonBlock(raw), origin: { note: block } } : block;
}

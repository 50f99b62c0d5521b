import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { RawResult } from "../../../bridge/index.ts";
import { Fault } from "../../../kernel/index.ts";
import type { SessionMcp } from "../../../session/index.ts";
import { EXIT } from "../exit-code.ts";
import { knownServer } from "../known-server.ts";
import { oneLine, printable } from "../printable.ts";
import { withProgress } from "../progress.ts";
import { objectsIn, oneOf, printedText, textField } from "../remote-items.ts";
import type { Terminal } from "../terminal.ts";
import { UsageFault } from "../usage-fault.ts";
import type { McpResourcesFlags } from "./mcp-resources.ts";

/** `deckhand mcp resources SERVER URI`: reads one resource; what is no text goes to a file. */
export async function mcpResource(
  mcp: SessionMcp,
  { server, uri }: { readonly server: string; readonly uri: string },
  flags: McpResourcesFlags,
  terminal: Terminal,
): Promise<number> {
  knownServer(mcp, server);
  const file = flags.out === undefined ? undefined : resolve(flags.out);
  if (file !== undefined && existsSync(file)) throw new UsageFault(`${file} exists.`, "Name a new file.");
  const asked = mcp.readResource(server, uri, terminal.interrupt);
  const result = await withProgress("reading", terminal, oneOf("resources", server, asked));
  const contents = objectsIn(result, "contents");
  if (file !== undefined) await keep(contents, file, terminal);
  if (flags.json === true) terminal.out(JSON.stringify(result));
  else if (file === undefined) for (const content of contents) print(content, terminal);
  return EXIT.ok;
}

async function keep(contents: readonly RawResult[], file: string, terminal: Terminal): Promise<void> {
  const [content, second] = contents;
  if (content === undefined || second !== undefined) {
    throw new Fault("tool_error", `The resource has ${contents.length} parts, and a file takes one.`, {
      hint: "Leave --out away; --json prints every part.",
    });
  }
  const bytes = bytesOf(content);
  await writeFile(file, bytes, { flag: "wx" });
  terminal.note(`Saved ${bytes.length} byte(s) to ${printable(file)}.`);
}

function bytesOf(content: RawResult): Buffer {
  const blob = textField(content, "blob");
  return blob === undefined
    ? Buffer.from(textField(content, "text") ?? "", "utf8")
    : Buffer.from(blob, "base64");
}

function print(content: RawResult, terminal: Terminal): void {
  const text = textField(content, "text");
  if (text !== undefined) return terminal.out(printedText(text, terminal));
  const uri = oneLine(textField(content, "uri") ?? "it", 200);
  const type = oneLine(textField(content, "mimeType") ?? "bytes", 40);
  terminal.note(`${uri} is no text (${type}, ${bytesOf(content).length} bytes): --out FILE keeps it.`);
}

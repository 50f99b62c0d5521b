import { showInvisible, stripTerminalEscapes } from "../../../kernel/index.ts";
import {
  findConfigFiles,
  loadConfig,
  loadConfigSchema,
  type Origin,
  type Source,
} from "../../../session/index.ts";
import { configRequestOf, noteDiagnostics } from "../config-request.ts";
import { EXIT } from "../exit-code.ts";
import type { SessionFlags } from "../session-flags.ts";
import { table } from "../table.ts";
import type { Terminal } from "../terminal.ts";

/** `deckhand config show`: what holds, and which file or flag said so. */
export async function configShow(flags: SessionFlags, terminal: Terminal): Promise<number> {
  const loaded = await loadConfig(configRequestOf(flags));
  if (flags.json === true) {
    terminal.out(JSON.stringify(loaded));
    return EXIT.ok;
  }
  const head = ["KEY", "VALUE", "FROM"].map((title) => terminal.paint("dim", title));
  const rows = loaded.origins.map((origin) => [
    terminal.paint("bold", origin.key),
    printable(valueOf(origin)),
    printable(placeOf(origin)),
  ]);
  terminal.out(table([head, ...rows]));
  noteDiagnostics(loaded.diagnostics, terminal);
  return EXIT.ok;
}

/** `deckhand config schema`: what a file may say, as JSON Schema. */
export async function configSchema(_flags: SessionFlags, terminal: Terminal): Promise<number> {
  terminal.out(JSON.stringify(await loadConfigSchema(), null, 2));
  return EXIT.ok;
}

/** `deckhand config path`: which files are looked at, and whether they exist. */
export async function configPath(flags: SessionFlags, terminal: Terminal): Promise<number> {
  const files = await findConfigFiles(configRequestOf(flags));
  if (flags.json === true) terminal.out(JSON.stringify({ files }));
  else
    terminal.out(table(files.map(({ layer, file, exists }) => [layer, exists ? "exists" : "absent", file])));
  return EXIT.ok;
}

function valueOf({ key, value }: Origin): string {
  if (value === undefined) return "any";
  if (key === "tools" && value === false) return "none";
  if (value === false || typeof value === "number" || typeof value === "string") return String(value);
  if (!Array.isArray(value)) return JSON.stringify(value);
  const parts = value.map((part: unknown) => (typeof part === "string" ? part : JSON.stringify(part)));
  return parts.length === 0 ? "none" : parts.join(", ");
}

function placeOf({ also, ...source }: Origin): string {
  if (also === undefined) return nameOf(source);
  return `${nameOf(source)}, ${also.from === "workspace" ? "tightened by" : "added to"} ${nameOf(also)}`;
}

function nameOf({ from, file, line }: Source): string {
  return file === undefined ? from : `${file}:${line}`;
}

/** Values are a file's words, and a workspace's file is anybody's. */
function printable(text: string): string {
  return showInvisible(stripTerminalEscapes(text.replaceAll(/\s+/g, " ")));
}

import { applyEdits, modify, parse, type ParseError } from "jsonc-parser";
import { Fault } from "../../../kernel/index.ts";
import type { DeclaredServer } from "./declared-server.ts";

/** A row as our own files write it; reading it again gives the same server. */
export function writtenRow(server: DeclaredServer): Readonly<Record<string, unknown>> {
  const { transport } = server;
  const type = transport === "stdio" || transport === "auto" ? [] : [["type", transport] as const];
  const kept = Object.entries(server).filter(
    ([key, value]) => key !== "id" && key !== "transport" && !isLeftOut(key, value),
  );
  return Object.fromEntries([...type, ...kept]);
}

/** Nothing of these is the same as not naming them; no tool at all is something else than every tool. */
function isLeftOut(key: string, value: object): boolean {
  return ["args", "env", "headers"].includes(key) && Object.keys(value).length === 0;
}

/** The text of a configuration file with further servers in it; comments and servers of the same id stay. */
export function withServers(text: string | undefined, servers: readonly DeclaredServer[]): string {
  const start = text === undefined || text.trim() === "" ? '{\n  "mcpServers": {}\n}\n' : text;
  return servers
    .filter(({ id }) => !idsIn(start).has(id))
    .reduce((written, server) => {
      const edits = modify(written, ["mcpServers", server.id], writtenRow(server), {
        formattingOptions: LAYOUT,
      });
      return applyEdits(written, edits);
    }, start);
}

const LAYOUT = { insertSpaces: true, tabSize: 2 };

function idsIn(text: string): ReadonlySet<string> {
  const errors: ParseError[] = [];
  const root: unknown = parse(text, errors, { allowTrailingComma: true });
  const servers = isObject(root) ? (root["mcpServers"] ?? {}) : undefined;
  if (errors.length > 0 || !isObject(servers)) {
    throw new Fault(
      "invalid_input",
      "The file is no JSON object with mcpServers, so nothing can be added to it.",
      {
        hint: "Mend the file first; `deckhand mcp status` says what is wrong with it.",
      },
    );
  }
  return new Set(Object.keys(servers));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

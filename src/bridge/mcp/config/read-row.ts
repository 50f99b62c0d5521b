import { TRUST_LEVELS, type TrustLevel } from "../../../kernel/index.ts";
import type { DeclaredServer, RemoteServer, ServerSettings, StdioServer } from "./declared-server.ts";
import type { HostFormat } from "./mcp-host.ts";
import { isPlainList, isPlainMap, type PlainMap } from "./plain-value.ts";
import { createRowReader, type RowProblem, type RowReader } from "./row-reader.ts";

/** What came of a row: a server, or none when it is switched off or cannot be used. */
export interface RowReading {
  readonly server?: DeclaredServer;
  readonly problems: readonly RowProblem[];
}

/** Reads one row in a host's format; what cannot be used of it is told, and a row without a way to its server is none. */
export function readRow(id: string, row: PlainMap, format: HostFormat): RowReading {
  const reader = createRowReader(row, format.dialect);
  // Whoever writes "false" where false is expected does not want the server started.
  const { enabled, disabled } = {
    enabled: reader.raw("enabled") ?? true,
    disabled: reader.raw("disabled") ?? false,
  };
  if (enabled === false || disabled === true) return { problems: [] };
  if (enabled !== true || disabled !== false) {
    const field = enabled === true ? "disabled" : "enabled";
    return {
      problems: [{ kind: "bad-row", field, message: "expected true or false; the server is not used" }],
    };
  }
  reader.keyAmong("name", "description", "$schema");
  const server = serverOf(id, reader, format);
  return server === undefined ? { problems: reader.problems() } : { server, problems: reader.problems() };
}

function serverOf(id: string, reader: RowReader, format: HostFormat): DeclaredServer | undefined {
  const settings = settingsOf(reader, format);
  const stdio = stdioOf(id, reader);
  const remote = remoteOf(id, reader, format);
  const name = reader.text("type", "transport");
  const wanted = name === undefined ? undefined : TRANSPORTS.get(name.toLowerCase().replaceAll(/[-_]/g, ""));
  if (name !== undefined && wanted === undefined) {
    reader.object("bad-row", "type", "unknown transport; known: stdio, http, sse. The server is not used");
    return undefined;
  }
  const chosen = wanted === "stdio" ? stdio : wanted === undefined ? (remote ?? stdio) : remote;
  if (chosen === undefined) {
    const missing = wanted === undefined ? '"url" or "command"' : wanted === "stdio" ? '"command"' : '"url"';
    reader.object(
      "bad-row",
      undefined,
      `it has no ${missing}, so there is no way to the server; it is not used`,
    );
    return undefined;
  }
  if (stdio !== undefined && remote !== undefined) {
    const [used, left] = chosen === stdio ? ["command", "url"] : ["url", "command"];
    reader.object("bad-field", left, `the row has "${used}" too, which is used instead`);
  }
  const reached =
    chosen === remote && wanted !== undefined
      ? { ...remote, transport: wanted as RemoteServer["transport"] }
      : chosen;
  return { ...reached, ...settings };
}

/** Every spelling seen in the wild, without case and dashes. */
const TRANSPORTS: ReadonlyMap<string, DeclaredServer["transport"]> = new Map([
  ["stdio", "stdio"],
  ["local", "stdio"],
  ["http", "http"],
  ["streamablehttp", "http"],
  ["streamable", "http"],
  ["sse", "sse"],
  ["remote", "auto"],
  ["auto", "auto"],
]);

function stdioOf(id: string, reader: RowReader): StdioServer | undefined {
  const [command = "", ...first] = isPlainList(reader.raw("command") ?? null)
    ? (reader.texts("command") ?? [])
    : [reader.text("command") ?? ""];
  const args = [...first, ...(reader.texts("args") ?? [])];
  const env = { ...forwarded(reader.texts("env_vars")), ...reader.textMap("env", "environment") };
  const cwd = reader.text("cwd");
  const envFile = reader.text("envFile");
  if (command.trim() === "") return undefined;
  return {
    id,
    transport: "stdio",
    command,
    args,
    env,
    ...(cwd === undefined ? {} : { cwd }),
    ...(envFile === undefined ? {} : { envFile }),
  };
}

/** Variables that are handed on under their own names, where they are set. */
function forwarded(names: readonly string[] = []): Readonly<Record<string, string>> {
  return Object.fromEntries(names.map((name) => [name, reference(name, ":-")]));
}

/** What is no name of a variable stays unresolved, instead of becoming part of another text. */
function reference(name: string, fallback = ""): string {
  return `\${${name.replaceAll(/\W/g, "?")}${fallback}}`;
}

function remoteOf(id: string, reader: RowReader, { urlTransport }: HostFormat): RemoteServer | undefined {
  const isHttp = reader.keyAmong("httpUrl") !== undefined;
  const url = reader.text("httpUrl", "url", "serverUrl") ?? "";
  const token = reader.text("bearer_token_env_var");
  const headers = {
    ...(token === undefined ? {} : { Authorization: `Bearer ${reference(token)}` }),
    ...reader.textMap("headers", "http_headers"),
    ...namedByVariables(reader.textMap("env_http_headers")),
  };
  if (url.trim() === "") return undefined;
  return { id, transport: isHttp ? "http" : urlTransport, url, headers };
}

/** Header names with the variables that hold their values. */
function namedByVariables(
  variables: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(variables).map(([name, variable]) => [name, reference(variable)]));
}

function settingsOf(reader: RowReader, format: HostFormat): ServerSettings {
  const { startup, call } = timeoutsOf(reader, format);
  const include = reader.texts("includeTools", "enabled_tools");
  const exclude = reader.texts("excludeTools", "disabled_tools", "disabledTools");
  const trust = trustOf(reader, "trust", reader.text("trust"));
  const toolTrust = toolTrustOf(reader);
  return {
    ...(startup === undefined ? {} : { startupTimeoutMs: startup }),
    ...(call === undefined ? {} : { callTimeoutMs: call }),
    ...(include === undefined ? {} : { includeTools: include }),
    ...(exclude === undefined ? {} : { excludeTools: exclude }),
    ...(trust === undefined ? {} : { trust }),
    ...(toolTrust === undefined ? {} : { toolTrust }),
  };
}

interface Timeouts {
  readonly startup: number | undefined;
  readonly call: number | undefined;
}

function timeoutsOf(reader: RowReader, { timeout }: HostFormat): Timeouts {
  const both = reader.raw("timeout");
  const parts = isPlainMap(both) ? createRowReader(both, "literal") : undefined;
  const bare = parts === undefined ? reader.count("timeout") : undefined;
  const startup = [
    reader.count("startupTimeoutMs"),
    reader.count("startup_timeout_ms"),
    seconds(reader.count("startup_timeout_sec")),
    parts?.count("startup"),
    timeout === "startup" ? bare : undefined,
  ];
  const call = [
    reader.count("callTimeoutMs"),
    seconds(reader.count("tool_timeout_sec")),
    parts?.count("request"),
    timeout === "call" ? bare : undefined,
  ];
  return { startup: startup.find(isGiven), call: call.find(isGiven) };
}

function isGiven(value: number | undefined): boolean {
  return value !== undefined;
}

function seconds(count: number | undefined): number | undefined {
  return count === undefined ? undefined : Math.round(count * 1000);
}

function toolTrustOf(reader: RowReader): Readonly<Record<string, TrustLevel>> | undefined {
  const levels = Object.entries(reader.textMap("toolTrust") ?? {}).flatMap(
    ([tool, level]): [string, TrustLevel][] => {
      const trust = trustOf(reader, `toolTrust.${tool}`, level);
      return trust === undefined ? [] : [[tool, trust]];
    },
  );
  return levels.length === 0 ? undefined : Object.fromEntries(levels);
}

function trustOf(reader: RowReader, field: string, level: string | undefined): TrustLevel | undefined {
  const known = TRUST_LEVELS.find((each) => each === level);
  if (level !== undefined && known === undefined) {
    reader.object("bad-field", field, `expected one of ${TRUST_LEVELS.join(", ")}; it is passed over`);
  }
  return known;
}

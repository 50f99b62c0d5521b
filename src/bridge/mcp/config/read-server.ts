import { parseEnv } from "node:util";
import { compareTrust, digestOf, type TrustLevel } from "../../../kernel/index.ts";
import { type ConfigFiles, type FoundFile, MOST_BYTES } from "./config-files.ts";
import { type Environment, homeIn } from "./config-places.ts";
import type { DeclaredServer } from "./declared-server.ts";
import { type ExpandedServer, expandServer, objectionsTo } from "./expand-server.ts";
import { type McpDiagnostic, shownName } from "./mcp-diagnostic.ts";
import type { McpServer, McpSource } from "./mcp-server.ts";
import { rowHash } from "./row-hash.ts";
import type { RowProblem } from "./row-reader.ts";

/** What files are read with. */
export interface PlaceReach {
  readonly files: ConfigFiles;
  readonly env: Environment;
  readonly input?: ((id: string) => string | undefined) | undefined;
}

/** One row of a place: a server, or why it is none now. */
export type PlaceRow =
  | { readonly id: string; readonly server: McpServer; readonly reason?: undefined }
  | { readonly id: string; readonly declared: DeclaredServer; readonly reason: string };

/** What came of a row, and the file of variables it names. */
export interface ReadServer {
  readonly row: PlaceRow;
  readonly envFile?: string;
  readonly diagnostics: readonly McpDiagnostic[];
}

/** Fills in the variables of a row and gives it its hash; what its file may not say is left out. */
export async function readServer(
  row: DeclaredServer,
  source: McpSource,
  reach: PlaceReach,
): Promise<ReadServer> {
  const { declared, problems: passedOver } = withinRights(row, source);
  const { server, problems, digest, envFile } = await completed(declared, source, reach);
  const { id } = declared;
  return {
    row:
      server === undefined
        ? { id, declared, reason: problems.map(toSentence).join(" ") }
        : { id, server: { ...server, source, declared, hash: rowHash(declared, digest) } },
    diagnostics: [...passedOver, ...problems].map((problem) => toDiagnostic(problem, id, source.file)),
    ...(envFile === undefined ? {} : { envFile }),
  };
}

function toSentence({ field = "row", message }: RowProblem): string {
  return `${shownName(field)}: ${message}`;
}

function toDiagnostic({ kind, field, message }: RowProblem, id: string, file: string): McpDiagnostic {
  return { kind, file, server: id, ...(field === undefined ? {} : { field: shownName(field) }), message };
}

/** What a tool can write may ask for more trust, and never for less. */
function withinRights(declared: DeclaredServer, { origin, isInWorkspace }: McpSource): WithinRights {
  const { trust, toolTrust = {}, ...rest } = declared;
  const kept = Object.entries(toolTrust).filter(([, level]) => !isLowered(level));
  const isWithin = !isLowered(trust) && kept.length === Object.keys(toolTrust).length;
  if (isWithin || origin === "user" || (origin === "named" && !isInWorkspace))
    return { declared, problems: [] };
  return {
    declared: {
      ...rest,
      ...(trust === undefined || isLowered(trust) ? {} : { trust }),
      ...(kept.length === 0 ? {} : { toolTrust: Object.fromEntries(kept) }),
    },
    problems: [{ kind: "not-allowed", field: "trust", message: ONLY_USER }],
  };
}

interface WithinRights {
  readonly declared: DeclaredServer;
  readonly problems: readonly RowProblem[];
}

const ONLY_USER = "only a file of the user's own may ask for less than L3; it is passed over";

function isLowered(level: TrustLevel | undefined): boolean {
  return level !== undefined && compareTrust(level, "L3") < 0;
}

interface Completed extends ExpandedServer {
  /** The content of the file of variables. */
  readonly digest?: string;
  readonly envFile?: string;
}

async function completed(declared: DeclaredServer, source: McpSource, reach: PlaceReach): Promise<Completed> {
  const { files, env, input } = reach;
  const expanded = expandServer(declared, { env, workspace: source.workspace, home: homeIn(env), input });
  const { server } = expanded;
  if (server?.transport !== "stdio" || server.envFile === undefined) return expanded;
  const { envFile } = server;
  const found = await files.read(envFile, MOST_BYTES);
  if (found.kind !== "text") return { problems: [noVariables(found)], envFile };
  const whole = { ...server, env: { ...variablesIn(found.text), ...server.env } };
  const problems = objectionsTo(whole);
  if (problems.length > 0) return { problems, envFile };
  return { server: whole, problems, digest: digestOf(Buffer.from(found.text, "utf8")), envFile };
}

function variablesIn(text: string): Readonly<Record<string, string>> {
  const entries = Object.entries(parseEnv(text));
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => entry[1] !== undefined));
}

function noVariables({ kind }: FoundFile): RowProblem {
  const reason = kind === "none" ? "there is no such file" : "the file cannot be read";
  return { kind: "bad-row", field: "envFile", message: `${reason}, so the server is not used` };
}

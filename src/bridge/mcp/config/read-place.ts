import { type ConfigFiles, type FoundFile, isBelow, MOST_BYTES } from "./config-files.ts";
import type { ConfigPlace } from "./config-places.ts";
import type { McpDiagnostic, McpDiagnosticKind } from "./mcp-diagnostic.ts";
import type { McpSource } from "./mcp-server.ts";
import { type PlaceReach, type PlaceRow, readServer } from "./read-server.ts";

/** What one place says. */
export interface ReadPlace {
  readonly source: McpSource;
  readonly rows: readonly PlaceRow[];
  readonly diagnostics: readonly McpDiagnostic[];
  /** The file, and files its rows name. */
  readonly files: readonly string[];
  readonly isBroken: boolean;
}

/** A host's record of everything a user does; servers are a small part of it. */
const MOST_RECORD_BYTES = 64 * 1024 * 1024;

/** Reads one file and fills in its variables; one that is not there is no news unless a person named it. */
export async function readPlace(place: ConfigPlace, reach: PlaceReach): Promise<ReadPlace> {
  const source = await sourceOf(place, reach.files);
  const most = (place.roots ?? []).length > 0 ? MOST_RECORD_BYTES : MOST_BYTES;
  const below = place.origin === "project" ? place.workspace : undefined;
  const found = await reach.files.read(place.file, most, below);
  const empty = { source, rows: [], diagnostics: [], files: [place.file], isBroken: false };
  if (found.kind === "none" && place.origin !== "named") return empty;
  if (found.kind !== "text") return { ...empty, ...notReadable(place.file, found) };
  // Most places are empty, and the parser is not loaded there.
  const { parseMcpConfig } = await import("./parse-mcp-config.ts");
  const { servers, diagnostics, isWhole } = await parseMcpConfig({ ...place, text: found.text });
  const rows = await Promise.all(servers.map((server) => readServer(server, source, reach)));
  return {
    source,
    rows: rows.map(({ row }) => row),
    diagnostics: [...diagnostics, ...rows.flatMap((row) => row.diagnostics)],
    files: [place.file, ...rows.flatMap(({ envFile }) => (envFile === undefined ? [] : [envFile]))],
    isBroken: !isWhole,
  };
}

/** Consent holds for the folder itself, not for a link that may come to point elsewhere. */
async function sourceOf(
  { file, host, origin, workspace }: ConfigPlace,
  files: ConfigFiles,
): Promise<McpSource> {
  const [realFile, realWorkspace] = await Promise.all([files.real(file), files.real(workspace)]);
  return { file, host, origin, workspace: realWorkspace, isInWorkspace: isBelow(realFile, realWorkspace) };
}

function notReadable(
  file: string,
  found: Exclude<FoundFile, { kind: "text" }>,
): Pick<ReadPlace, "diagnostics" | "isBroken"> {
  const diagnostic = (
    kind: McpDiagnosticKind,
    message: string,
  ): Pick<ReadPlace, "diagnostics" | "isBroken"> => ({
    diagnostics: [{ kind, file, message }],
    isBroken: found.kind !== "none",
  });
  switch (found.kind) {
    case "none":
      return diagnostic("unreadable", "there is no such file or folder");
    case "folder":
      return diagnostic("unreadable", "it is a folder");
    case "too-large":
      return diagnostic(
        "too-large",
        `it has ${found.bytes} bytes, too many for a list of servers; none of them is used`,
      );
    case "unreadable":
      return diagnostic("unreadable", found.reason);
  }
}

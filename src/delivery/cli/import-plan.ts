import { readFile, realpath } from "node:fs/promises";
import {
  importFrom,
  type McpDiagnostic,
  type McpHost,
  type McpServer,
  userMcpConfig,
  withServers,
} from "../../bridge/index.ts";
import { Fault } from "../../kernel/index.ts";
import { writeWhole } from "../../store/index.ts";

/** Another program whose servers can be taken over. */
export type ImportHost = Exclude<McpHost, "deckhand">;

/** A row that is not taken over, and why. */
export interface LeftOut {
  readonly id: string;
  readonly from: string;
  readonly why: string;
}

/** What taking over a host's servers would do. */
export interface ImportPlan {
  readonly host: ImportHost;
  /** The user's own file, which servers are added to. */
  readonly file: string;
  readonly servers: readonly McpServer[];
  readonly leftOut: readonly LeftOut[];
  readonly diagnostics: readonly McpDiagnostic[];
}

/** Looks at the servers of a host and at the user's own file; changes nothing. */
export async function planImport(host: ImportHost, cwd: string): Promise<ImportPlan> {
  const file = await ownFile();
  const [found, text] = await Promise.all([importFrom(host, { cwd }), textOf(file)]);
  const isThere = (server: McpServer): boolean =>
    text !== undefined && withServers(text, [server.declared]) === text;
  return {
    host,
    file,
    servers: found.servers.filter((server) => !isThere(server)),
    leftOut: [
      ...found.servers
        .filter(isThere)
        .map(({ id, source }) => ({ id, from: source.file, why: "your file has a server of this id" })),
      ...found.unusable.map(({ id, source, reason }) => ({ id, from: source.file, why: reason })),
    ],
    diagnostics: found.diagnostics,
  };
}

/** Adds the servers of a plan to the user's file as one step; what came into it meanwhile stays. */
export async function keepServers({ file, servers }: ImportPlan): Promise<void> {
  const declared = servers.map((server) => server.declared);
  await writeWhole(file, withServers(await textOf(file), declared));
}

/** A file that is a link stays one. */
async function ownFile(): Promise<string> {
  const file = userMcpConfig(process.env);
  if (file === undefined) {
    throw new Fault("unavailable", "There is no folder for a user's configuration.", {
      hint: "Set HOME or XDG_CONFIG_HOME.",
    });
  }
  return realpath(file).catch(() => file);
}

async function textOf(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

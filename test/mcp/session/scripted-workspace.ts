import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import type { Approver } from "../../../src/control/index.ts";
import { findMcp, openSession, type Session, type SessionSettings } from "../../../src/session/index.ts";
import { TRUSTING } from "../../trusting.ts";

const SERVER = fileURLToPath(new URL("scripted-server.mjs", import.meta.url));

/** What a scripted server does. */
export interface Script {
  readonly tools: readonly Readonly<Record<string, unknown>>[];
  readonly instructions?: string;
  readonly answers?: Readonly<Record<string, unknown>>;
  /** Tools that never answer. */
  readonly silent?: readonly string[];
}

/** What a scripted server noted. */
export interface Noted {
  readonly started?: number;
  readonly env?: readonly string[];
  readonly called?: string;
  readonly given?: unknown;
  readonly cancelled?: unknown;
}

/** A workspace with scripted servers, in folders of its own. */
export interface ScriptedWorkspace {
  readonly cwd: string;
  readonly home: string;
  readonly stateFolder: string;
  /** Writes what a server does, at first or from now on. */
  script(id: string, script: Script): void;
  /** The row of a scripted server. */
  row(id: string): { command: string; args: string[] };
  /** Writes a file of servers; `.mcp.json` of the workspace unless another is named. */
  configure(ids: readonly string[], file?: string): string;
  noted(id: string): readonly Noted[];
  open(settings?: Partial<SessionSettings> & { readonly paths?: readonly string[] }): Promise<Session>;
}

/** A tool as a server defines it. */
export function definition(name: string, description = `Does ${name}`): Readonly<Record<string, unknown>> {
  return { name, description, inputSchema: { type: "object", properties: { text: { type: "string" } } } };
}

/** Makes a workspace for one test; it goes with the test. */
export function scriptedWorkspace(): ScriptedWorkspace {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "deckhand-mcp-")));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const [cwd, home, stateFolder] = [join(root, "work"), join(root, "home"), join(root, "state")];
  for (const folder of [cwd, home, stateFolder]) mkdirSync(folder);
  const scriptOf = (id: string): string => join(root, `${id}.json`);
  const row = (id: string) => ({ command: process.execPath, args: [SERVER, scriptOf(id)] });
  return {
    cwd,
    home,
    stateFolder,
    row,
    script: (id, script) => writeFileSync(scriptOf(id), JSON.stringify(script)),
    configure: (ids, file = join(cwd, ".mcp.json")) => {
      writeFileSync(file, JSON.stringify({ mcpServers: Object.fromEntries(ids.map((id) => [id, row(id)])) }));
      return file;
    },
    noted: (id) => notedIn(`${scriptOf(id)}.log`),
    open: async ({ paths, ...settings } = {}) => {
      const env = { PATH: process.env["PATH"], HOME: home };
      const mcp = await findMcp({ cwd, paths, env, stateFolder });
      const session = openSession({ cwd, stateFolder, govern: TRUSTING, ...(mcp && { mcp }), ...settings });
      onTestFinished(() => session.close());
      return session;
    },
  };
}

function notedIn(file: string): readonly Noted[] {
  try {
    return readFileSync(file, "utf8")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line) as Noted);
  } catch {
    return [];
  }
}

/** A person who says yes to everything, and remembers what they were asked. */
export function agreeable(asked: string[]): Approver {
  return {
    by: "test",
    ask: async ({ reason }) => {
      asked.push(reason);
      return "once";
    },
  };
}

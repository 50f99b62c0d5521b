import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Approver } from "../../src/control/index.ts";
import {
  openSession,
  type Session,
  type SessionOutcome,
  type SessionSettings,
} from "../../src/session/index.ts";
import { rowCall } from "../../src/session/policy/row-call.ts";
import { openWorkspace, setUp, type Workspace } from "./workspace.ts";

/** One row of paths.jsonl. */
export interface PathRow {
  readonly id: string;
  readonly setup: readonly string[];
  readonly path: string;
  readonly op: "read" | "write" | "edit" | "delete" | "grep" | "find";
  readonly pattern?: string;
  readonly proof?: string;
  readonly expect: string;
  readonly accept?: readonly string[];
  readonly why: string;
}

/** A race is repeated this often, or for as long as a test on a busy machine can afford. */
const RACES = 2000;
const RACE_MS = 5000;

/** Runs one row in a fresh folder; answers allow, confirm, deny or leak. */
export async function runRow(row: PathRow): Promise<string> {
  const workspace = await openWorkspace();
  const sessions = new Map<string, Session>();
  const approver = createRowApprover();
  try {
    const opened = (name = "row"): Session => {
      const session = sessions.get(name) ?? openSession(settingsFor(name, workspace, approver));
      sessions.set(name, session);
      return session;
    };
    for (const line of row.setup) await setUp(line, workspace, opened);
    approver.forget();
    const before = await snapshotOutside(workspace);
    const answer = row.setup.some((line) => line.startsWith("race-swap"))
      ? await race(row, workspace, opened())
      : await once(row, workspace, opened());
    const after = await snapshotOutside(workspace);
    if (before !== after) return "leak";
    return approver.wasAsked() && answer === "deny" ? "confirm" : answer;
  } finally {
    await Promise.all([...sessions.values()].map((session) => session.close()));
    await workspace.close();
  }
}

function settingsFor(name: string, { opened, state }: Workspace, approver: Approver): SessionSettings {
  return { cwd: opened, name, stateFolder: state, govern: { trust: "L2", approver } };
}

/** Says yes to what trust asks about every write and command at L2, and no to what the policy asks beside. */
function createRowApprover(): Approver & { forget(): void; wasAsked(): boolean } {
  let asked = false;
  return {
    by: "row",
    ask: ({ reason }) => {
      const isTrust = reason.split("\n").every((line) => /at trust level L2\.$|without a sandbox/.test(line));
      asked ||= !isTrust;
      return Promise.resolve(isTrust ? "once" : "deny");
    },
    forget: () => void (asked = false),
    wasAsked: () => asked,
  };
}

async function race(row: PathRow, workspace: Workspace, session: Session): Promise<string> {
  const end = performance.now() + RACE_MS;
  for (let attempt = 0; attempt < RACES && performance.now() < end; attempt += 1) {
    if ((await once(row, workspace, session)) === "leak") return "leak";
  }
  return "no-leak";
}

async function once(row: PathRow, workspace: Workspace, session: Session): Promise<string> {
  const outcome = await session.call({ id: row.id, ...rowCall(row, workspace.fill(row.path)) });
  if (JSON.stringify(outcome.result).includes("OUTSIDE")) return "leak";
  return answerOf(outcome);
}

function answerOf({ isError }: SessionOutcome): string {
  return isError ? "deny" : "allow";
}

/** Everything outside the workspace, names and contents. */
async function snapshotOutside({ root, out }: Workspace): Promise<string> {
  const kept = [join(root, "outside.txt"), join(root, "home"), out];
  const seen = await Promise.all(kept.map((path) => describeTree(path)));
  return [...seen, (await readdir(root)).toSorted().join(" ")].join("\n");
}

async function describeTree(path: string): Promise<string> {
  const info = await stat(path);
  if (info.isFile()) return `${path} ${info.ino} ${await readFile(path, "utf8")}`;
  if (!info.isDirectory()) return path;
  const names = (await readdir(path)).toSorted();
  return [path, ...(await Promise.all(names.map((name) => describeTree(join(path, name)))))].join("\n");
}

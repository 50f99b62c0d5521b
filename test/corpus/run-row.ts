import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { openSession, type Session, type SessionOutcome } from "../../src/session/index.ts";
import { openWorkspace, setUp, type Workspace } from "./workspace.ts";

/** One row of paths.jsonl. */
export interface PathRow {
  readonly id: string;
  readonly setup: readonly string[];
  readonly path: string;
  readonly op: "read" | "write" | "edit" | "delete" | "grep" | "find";
  readonly pattern?: string;
  readonly expect: string;
  readonly accept?: readonly string[];
  readonly why: string;
}

/** A race is repeated this often, or for as long as a test on a busy machine can afford. */
const RACES = 2000;
const RACE_MS = 5000;

/** Runs one row in a fresh folder; answers allow, deny or leak. */
export async function runRow(row: PathRow): Promise<string> {
  const workspace = await openWorkspace();
  try {
    let session: Session | undefined;
    const opened = (): Session => (session ??= openSession({ cwd: workspace.opened }));
    for (const line of row.setup) await setUp(line, workspace, opened);
    const before = await snapshotOutside(workspace);
    const answer = row.setup.some((line) => line.startsWith("race-swap"))
      ? await race(row, workspace, opened())
      : await once(row, workspace, opened());
    const after = await snapshotOutside(workspace);
    return before === after ? answer : "leak";
  } finally {
    await workspace.close();
  }
}

async function race(row: PathRow, workspace: Workspace, session: Session): Promise<string> {
  const end = performance.now() + RACE_MS;
  for (let attempt = 0; attempt < RACES && performance.now() < end; attempt += 1) {
    if ((await once(row, workspace, session)) === "leak") return "leak";
  }
  return "no-leak";
}

async function once(row: PathRow, workspace: Workspace, session: Session): Promise<string> {
  const outcome = await session.call({ id: row.id, ...callOf(row, workspace.fill(row.path)) });
  if (JSON.stringify(outcome.result).includes("OUTSIDE")) return "leak";
  return answerOf(outcome);
}

function answerOf({ isError }: SessionOutcome): string {
  return isError ? "deny" : "allow";
}

function callOf({ op, pattern }: PathRow, path: string): { name: string; input: unknown } {
  switch (op) {
    case "read":
      return { name: "read", input: { path } };
    case "write":
      return { name: "write", input: { path, content: "written by the row\n" } };
    case "edit":
      return { name: "edit", input: { path, oldText: "two", newText: "TWO" } };
    case "delete":
      return {
        name: "patch",
        input: { patch: `*** Begin Patch\n*** Delete File: ${path}\n*** End Patch\n` },
      };
    case "grep":
      return { name: "grep", input: { path, pattern: pattern ?? "two" } };
    case "find":
      return { name: "find", input: { path, pattern } };
  }
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

import { mkdtemp, readdir, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { ControlStore } from "../../control/index.ts";
import { createMemoryStore } from "../../store/index.ts";
import { openSession, type Session } from "../index.ts";

let folder = "";
let store: ControlStore;
let session: Session;

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "deckhand-dry-")));
  store = createMemoryStore();
  await writeFile(join(folder, "a.txt"), "one\n");
  session = openSession({
    cwd: folder,
    stateFolder: join(folder, ".state"),
    name: "work",
    govern: { store },
  });
});

afterEach(async () => {
  await session.close();
  await rm(folder, { recursive: true, force: true });
});

const DRY = { dryRun: true, proofs: true };

it("a dry run asks nobody, changes nothing, and is recorded as what it was", async () => {
  const { trace, proofs, staged } = await session.call(write("new/b.txt", "x"), DRY);
  expect(staged).toContainEqual(expect.objectContaining({ path: join(folder, "new/b.txt") }));
  expect(await readdir(folder)).not.toContain("new");
  expect(proofs).toBeUndefined();
  const kept = await store.trace(trace!);
  expect(kept).toMatchObject({ success: true });
  expect(kept?.changes).toBeUndefined();
  const records = await store.readAudit(1, 9);
  expect(records.map(({ kind, note }) => [kind, note])).toEqual([["completed", "dry run"]]);
  expect(await store.undo({ session: "work" })).toEqual([]);
  expect(await store.approvals()).toEqual([]);
});

it("what a dry run would leave counts as seen by nobody", async () => {
  await session.call(write("a.txt", "one\n"), DRY);
  expect(await store.evidence("work", join(folder, "a.txt"))).toEqual([]);
  expect(await readFile(join(folder, "a.txt"), "utf8")).toBe("one\n");
});

it("a dry run of what is never written is refused like the deed", async () => {
  expect(await session.call(write(".git/config", "x"), DRY)).toMatchObject({
    error: { code: "denied_policy" },
  });
});

function write(path: string, content: string) {
  return { id: "1", name: "write", input: { path, content } };
}

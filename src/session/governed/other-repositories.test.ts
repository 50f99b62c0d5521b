import { mkdir, mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { RepositoryFacts } from "../../control/index.ts";
import { otherRepositories } from "./other-repositories.ts";
import { UNKNOWN_REPOSITORY } from "./repository-facts.ts";

let root = "";
let workspace = "";

beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), "deckhand-others-")));
  workspace = join(root, "ws");
  await mkdir(join(workspace, ".git"), { recursive: true });
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function lookAt(folders: readonly string[]) {
  const read: string[] = [];
  const repository: RepositoryFacts = { ...UNKNOWN_REPOSITORY, root: workspace };
  const found = await otherRepositories(
    folders,
    { workspace, home: root, repository, allowedCommands: [] },
    (folder) => (read.push(folder), { ...UNKNOWN_REPOSITORY, root: folder }),
  );
  return { read, found };
}

describe("R270: repositories within the repository", () => {
  it("are looked at once each, for every folder in them; the outer one and what lies outside are not", async () => {
    const inner = join(workspace, "inner");
    await mkdir(join(inner, ".git"), { recursive: true });
    await mkdir(join(root, "elsewhere", ".git"), { recursive: true });
    const deep = join(inner, "not", "there", "yet");
    const { read, found } = await lookAt([
      workspace,
      join(workspace, "src"),
      inner,
      deep,
      join(root, "elsewhere"),
    ]);
    expect(read).toEqual([inner]);
    expect([...found].map(([folder, facts]) => [folder, facts.root])).toEqual([
      [inner, inner],
      [deep, inner],
    ]);
  });

  it("are answered for with care where there are more than can be looked at", async () => {
    const folders = Array.from({ length: 18 }, (_, at) => join(workspace, `r${at}`));
    await Promise.all(folders.map((folder) => mkdir(join(folder, ".git"), { recursive: true })));
    const { read, found } = await lookAt(folders);
    expect([read.length, found.size]).toEqual([16, 18]);
    const last = found.get(folders.at(-1) ?? "");
    expect(last?.headPushed).toBe(true);
    expect(last?.secrets.map(({ path, state }) => [path, state])).toEqual([
      [".", "staged"],
      [".", "changed"],
      [".", "new"],
    ]);
  });
});

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createMemoryStore } from "../../store/index.ts";
import { openSession, type Session } from "../index.ts";

let folder = "";
const opened: Session[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "deckhand-carried-"));
  await writeFile(join(folder, "a.txt"), "one\ntwo\n");
});

afterEach(async () => {
  await Promise.all(opened.splice(0).map((session) => session.close()));
  await rm(folder, { recursive: true, force: true });
});

describe("a proof that a caller carries", () => {
  it("lets a process of the session without a memory change what was read", async () => {
    const proof = await proofOf("a.txt");
    const edit = { path: "a.txt", oldText: "two", newText: "2", proof };
    expect(await open("work").call(call("edit", edit))).toMatchObject({ isError: false });
  });

  it("is refused when it is another session's, forged, or out of date", async () => {
    const proof = await proofOf("a.txt");
    expect(await write("other", proof)).toMatchObject({ error: { code: "denied_proof" } });
    expect(await write("work", `${proof}x`)).toMatchObject({ error: { code: "denied_proof" } });
    expect(await write("work", "please")).toMatchObject({ error: { code: "denied_proof" } });
    await writeFile(join(folder, "a.txt"), "somebody else's\n");
    expect(await write("work", proof)).toMatchObject({ error: { code: "denied_proof" } });
  });

  it("is no argument of tools that change nothing", async () => {
    const proof = await proofOf("a.txt");
    expect(await open("work").call(call("read", { path: "a.txt", proof }))).toMatchObject({
      error: { code: "invalid_input" },
    });
  });
});

function write(name: string, proof: string) {
  return open(name).call(call("write", { path: "a.txt", content: "x", proof }));
}

async function proofOf(path: string): Promise<string> {
  const { proofs } = await open("work").call(call("read", { path }), { proofs: true });
  expect(proofs).toHaveLength(1);
  return proofs?.[0]?.proof ?? "";
}

/** Each has a store of its own, so that nothing but the proof tells what was read. */
function open(name: string): Session {
  const session = openSession({
    cwd: folder,
    stateFolder: join(folder, ".state"),
    name,
    govern: { trust: "L3", store: createMemoryStore() },
  });
  opened.push(session);
  return session;
}

function call(name: string, input: unknown) {
  return { id: "1", name, input };
}

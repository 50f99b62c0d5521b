import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ControlStore } from "../../control/index.ts";
import { createMemoryStore } from "../../store/index.ts";
import { openSession, type Session } from "../index.ts";

let folder = "";
let session: Session;
let store: ControlStore;

beforeEach(async () => {
  store = createMemoryStore();
  folder = await mkdtemp(join(tmpdir(), "deckhand-alternatives-"));
  await writeFile(join(folder, "a.txt"), `let a = 1;\n${"#".repeat(500)}\nlet a = 1;\n`);
  session = openSession({ cwd: folder, stateFolder: join(folder, "state"), govern: { trust: "L3", store } });
  await session.call({ id: "1", name: "read", input: { path: "a.txt" } });
});

afterEach(async () => {
  await session.close();
  await rm(folder, { recursive: true, force: true });
});

describe("the trace of an edit", () => {
  it.each([
    ["let a = 1;", ["a.txt, line 1", "a.txt, line 3"], "it is not the only place with oldText"],
    [
      "let  a = 1;",
      ["a.txt, line 1", "a.txt, line 3"],
      "it differs in whitespace from oldText, and is not the only one",
    ],
    [
      "let a == 1;",
      ["a.txt, line 1, 90 % alike", "a.txt, line 3, 90 % alike"],
      "it is not what oldText says",
    ],
  ])("R250, R255, R278: lists the candidates that were not chosen for %j", async (oldText, places, why) => {
    const outcome = await session.call({
      id: "2",
      name: "edit",
      input: { path: "a.txt", oldText, newText: "let b = 2;" },
    });
    expect(outcome).toMatchObject({ isError: true, error: { code: "tool_error" } });
    expect(JSON.stringify([outcome.output, outcome.error, outcome.result.content])).not.toContain(why);
    const trace = await store.trace(outcome.trace ?? "");
    expect(trace?.alternatives).toEqual(places.map((what) => ({ what, why })));
  });
});

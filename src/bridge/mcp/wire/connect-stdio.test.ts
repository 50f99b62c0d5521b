import { describe, expect, it } from "vitest";
import { connectFixture, scriptServer } from "../../../../test/mcp/servers/connect-fixture.ts";
import { createLocalPrograms } from "../../../backends/index.ts";
import type { Programs } from "../../../kernel/index.ts";

/** Counts how many programs were started. */
function countedPrograms() {
  const programs = createLocalPrograms();
  const counted = { started: 0 };
  const start: Programs["start"] = (spec) => {
    counted.started += 1;
    return programs.start(spec);
  };
  return { counted, programs: { start } };
}

describe("R103: servers over stdio, whatever revision they speak", () => {
  it.each(["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"])("%s", async (revision) => {
    const { counted, programs } = countedPrograms();
    const server = scriptServer("old-server.mjs", { args: [revision] });
    const connection = await connectFixture(server, { programs });
    expect(connection).toMatchObject({ revision, remembered: { era: "legacy" } });
    expect(await connection.listTools()).toEqual([{ name: "pid", inputSchema: { type: "object" } }]);
    expect(counted.started).toBe(1);
  });
});

describe("a server that does not know the question for its revisions", () => {
  it.each([
    ["says nothing, and goes on with the old handshake", "ignore", 1],
    ["ends, and is started once more", "die", 2],
    ["hangs, and is started once more", "hang", 2],
  ])("%s", async (_, asked, started) => {
    const { counted, programs } = countedPrograms();
    const server = scriptServer("old-server.mjs", { args: ["2025-06-18", asked], startupTimeoutMs: 3000 });
    const connection = await connectFixture(server, { programs });
    expect(connection.revision).toBe("2025-06-18");
    expect(await connection.callTool("pid", {})).toHaveProperty("content");
    expect(counted.started).toBe(started);
  });

  it("is not asked again when it is remembered", async () => {
    const server = scriptServer("old-server.mjs", { args: ["2025-06-18", "die"] });
    const { counted, programs } = countedPrograms();
    const connection = await connectFixture(server, { programs, remembered: { era: "legacy" } });
    expect(connection.revision).toBe("2025-06-18");
    expect(counted.started).toBe(1);
  });
});

it("a server that is new and slow is not taken for an old one", async () => {
  const server = scriptServer("v2-server.mjs", { args: ["--modern", "--late"], startupTimeoutMs: 1200 });
  const { counted, programs } = countedPrograms();
  const connection = await connectFixture(server, { programs });
  expect(connection.revision).toBe("2026-07-28");
  expect(counted.started).toBe(3);
});

describe("what is remembered of a server and no longer true", () => {
  it("of one that has dropped the old revisions is found out anew", async () => {
    const server = scriptServer("v2-server.mjs", { args: ["--modern"] });
    const connection = await connectFixture(server, { remembered: { era: "legacy" } });
    expect(connection).toMatchObject({ revision: "2026-07-28", remembered: { era: "modern" } });
    expect(await connection.callTool("echo", { text: "new" })).toMatchObject({ content: [{ text: "new" }] });
  });

  it("of one that went back to an old revision is found out anew", async () => {
    const remembered = { era: "modern", discover: { supportedVersions: ["2026-07-28"] } } as const;
    const connection = await connectFixture(scriptServer("v1-server.mjs"), { remembered });
    expect(connection).toMatchObject({ revision: "2025-11-25", remembered: { era: "legacy" } });
  });
});

describe("a server that cannot be connected", () => {
  it("because there is no such program is a fault at once", async () => {
    const server = scriptServer("v1-server.mjs", { command: "no-such-program-anywhere" });
    await expect(connectFixture(server)).rejects.toMatchObject({ name: "Fault", code: "not_found" });
  });

  it("because it ends at once is a fault with its last words", async () => {
    const server = scriptServer("old-server.mjs", {
      args: [],
      env: { NODE_OPTIONS: "--require ./there-is-no-such-file" },
    });
    await expect(connectFixture(server)).rejects.toMatchObject({
      name: "Fault",
      code: "unavailable",
      // Whichever is noticed first: that it has ended, or that it does not listen.
      message: expect.stringMatching(
        /^The server "fix" (?:ended with code 1|reads no more).* Its last words: "Error: Cannot find module/,
      ),
      errorLines: expect.arrayContaining([expect.stringContaining("Cannot find module")]),
    });
  });

  it("because nobody waits for it any more fails with their reason, and leaves no program", async () => {
    const server = scriptServer("old-server.mjs", { args: ["2025-06-18", "hang"] });
    const reason = new Error("changed my mind");
    const leaving = new AbortController();
    const programs = createLocalPrograms();
    const exits: Promise<unknown>[] = [];
    const connecting = connectFixture(server, {
      cancel: leaving.signal,
      programs: {
        async start(spec) {
          const program = await programs.start(spec);
          exits.push(program.exited);
          setTimeout(() => leaving.abort(reason), 50);
          return program;
        },
      },
    });
    await expect(connecting).rejects.toBe(reason);
    expect(exits).toHaveLength(1);
    await Promise.all(exits);
  });
});

import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { needs } from "../../../test/needs.ts";
import type { Shell } from "../../kernel/index.ts";
import { openWalls } from "./walls.ts";

const LOCAL: Shell = { exec: () => Promise.reject(), spawn: () => Promise.reject() };

describe("the walls around the commands of a session", () => {
  it.skipIf(!needs("bwrap"))("R224, R272: are there unless the configuration waives them", async () => {
    const cwd = await realpath(await mkdtemp(join(tmpdir(), "deckhand-walls-")));
    for (const settings of [undefined, {}]) {
      const walls = openWalls(settings, { cwd, roots: [], hidden: [] });
      expect(await walls.containment()).toBe("sandbox");
      expect(await walls.shell(LOCAL)).not.toBe(LOCAL);
      await walls.close();
    }
    await rm(cwd, { recursive: true });
  });

  it("R272: say that they are missing where none can be put up", async () => {
    const walls = openWalls(undefined, { cwd: "/usr", roots: [], hidden: [] });
    expect(await walls.containment()).toBe("missing");
    await walls.close();
  });

  it("say that they are waived", async () => {
    const walls = openWalls(false, { cwd: "/usr", roots: [], hidden: [] });
    expect(await walls.containment()).toBe("waived");
    expect(await walls.shell(LOCAL)).toBe(LOCAL);
  });
});

import { appendFile, mkdir, mkdtemp, rename, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type ConfigWatch, watchConfig, type WatchOptions } from "./watch-config.ts";

let folder: string;
let watch: ConfigWatch | undefined;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "deckhand-mcp-watch-"));
});
afterEach(async () => {
  watch?.close();
  watch = undefined;
  await rm(folder, { recursive: true, force: true });
});

const EVENTS: WatchOptions = { quietMs: 10, pollMs: 600_000 };
const POLLING: WatchOptions = { pollMs: 10, events: false };

/** Watches files, and waits for the next change that is told. */
const start = async (
  files: readonly string[],
  options: WatchOptions,
): Promise<() => Promise<readonly string[]>> => {
  const told: (readonly string[])[] = [];
  let wake: (() => void) | undefined;
  watch = await watchConfig(
    files,
    (changed) => {
      told.push(changed);
      wake?.();
    },
    options,
  );
  return async () => {
    while (told.length === 0) await new Promise<void>((resolve) => (wake = resolve));
    return told.shift() ?? [];
  };
};

/** Changes a file again and again. */
const writeUntil = async (file: string, isEnough: () => boolean): Promise<void> => {
  for (let at = 0; !isEnough(); at += 1) {
    await writeFile(file, "x".repeat(at));
    await pause(5);
  }
};

describe.each([
  ["by events", EVENTS],
  ["by looking", POLLING],
])("watchConfig, %s", (_way, options) => {
  it("tells of a file that is written, and which", async () => {
    const [one, two] = [join(folder, "one.json"), join(folder, "two.json")];
    await Promise.all([one, two].map((file) => writeFile(file, "{}")));
    const next = await start([one, two], options);
    await writeFile(two, "{ }");
    expect(await next()).toEqual([two]);
  });

  it("tells of a file that comes, goes and comes again", async () => {
    const file = join(folder, "mcp.json");
    const next = await start([file], options);
    await writeFile(file, "{}");
    expect(await next()).toEqual([file]);
    await pause(50);
    await rm(file);
    expect(await next()).toEqual([file]);
    await writeFile(file, "{}");
    expect(await next()).toEqual([file]);
  });

  it("goes on when a file is replaced by a rename, as often as that happens", async () => {
    const file = join(folder, "mcp.json");
    await writeFile(file, "{}");
    const next = await start([file], options);
    for (const text of ["1", "2", "3"]) {
      await writeFile(`${file}.new`, text);
      await rename(`${file}.new`, file);
      expect(await next()).toEqual([file]);
    }
  });
});

describe("watchConfig", () => {
  it("tells of files in folders that come later", async () => {
    const file = join(folder, ".cursor", "mcp.json");
    const next = await start([file], { quietMs: 10, pollMs: 10 });
    await mkdir(join(folder, ".cursor"));
    await writeFile(file, "{}");
    expect(await next()).toEqual([file]);
    await rm(join(folder, ".cursor"), { recursive: true });
    expect(await next()).toEqual([file]);
    await mkdir(join(folder, ".cursor"));
    await writeFile(file, "{}");
    expect(await next()).toEqual([file]);
  });

  it("tells of a change behind a link", async () => {
    await mkdir(join(folder, "real"));
    const real = join(folder, "real", "mcp.json");
    await writeFile(real, "{}");
    const link = join(folder, "mcp.json");
    await symlink(real, link);
    const next = await start([link], { quietMs: 10, pollMs: 10 });
    await appendFile(real, " ");
    expect(await next()).toEqual([link]);
  });

  it("tells nothing of other files beside, nor of a file that stays as it is", async () => {
    const file = join(folder, "mcp.json");
    await writeFile(file, "{}");
    const told: unknown[] = [];
    watch = await watchConfig([file], (changed) => void told.push(changed), { quietMs: 1, pollMs: 5 });
    for (let at = 0; at < 20; at += 1) await writeFile(join(folder, `other-${at}`), "x");
    await pause(50);
    expect(told).toEqual([]);
  });

  it("never calls a listener while it still works, and goes on when it fails", async () => {
    const file = join(folder, "mcp.json");
    let working = 0;
    let most = 0;
    let times = 0;
    watch = await watchConfig(
      [file],
      async () => {
        working += 1;
        times += 1;
        most = Math.max(most, working);
        await pause(20);
        working -= 1;
        throw new Error("it could not be read");
      },
      { quietMs: 1, pollMs: 5 },
    );
    await writeUntil(file, () => times >= 3);
    expect(most).toBe(1);
  });

  it("goes on when a listener throws at once", async () => {
    const file = join(folder, "mcp.json");
    let times = 0;
    watch = await watchConfig(
      [file],
      () => {
        times += 1;
        throw new Error("it could not be read");
      },
      POLLING,
    );
    await writeUntil(file, () => times >= 2);
    expect(times).toBeGreaterThanOrEqual(2);
  });

  it("tells nothing after it is closed, which can be done twice", async () => {
    const file = join(folder, "mcp.json");
    const told: unknown[] = [];
    watch = await watchConfig([file], (changed) => void told.push(changed), { quietMs: 1, pollMs: 5 });
    await writeFile(file, "{}");
    watch.close();
    watch.close();
    const before = told.length;
    await writeFile(file, "{ }");
    await pause(50);
    expect(told).toHaveLength(before);
  });
});

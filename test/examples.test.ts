import { execFile } from "node:child_process";
import { cp, readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BuiltCommandLine, buildCommandLine } from "./built-command-line.ts";

let built: BuiltCommandLine;
let examples = "";

beforeAll(async () => {
  built = await buildCommandLine();
  examples = join(dirname(built.main), "../../../examples");
  await cp("examples", examples, { recursive: true });
}, 120_000);

afterAll(() => built.close());

describe("the examples", () => {
  it("run against the package as users get it", async () => {
    const files = (await readdir(examples)).filter((file) => file.endsWith(".mjs"));
    expect(files).not.toEqual([]);
    for (const file of files) expect(await run(file)).toMatchObject({ stderr: "" });
  });

  it("show two sessions that share nothing", async () => {
    const { stdout } = await run("two-sessions.mjs");
    expect(stdout).toContain("builder: 27 tools");
    expect(stdout).toContain("reviewer: 7 tools");
    expect(stdout).toContain("isolated: the reviewer saw the file and nothing else of the builder");
  });
});

function run(file: string) {
  return promisify(execFile)(process.execPath, [join(examples, file)]);
}

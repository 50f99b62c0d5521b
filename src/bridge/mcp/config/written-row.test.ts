import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { TRUST_LEVELS } from "../../../kernel/index.ts";
import type { DeclaredServer } from "./declared-server.ts";
import { parseMcpConfig } from "./parse-mcp-config.ts";
import { withServers, writtenRow } from "./written-row.ts";

const text = fc.string({ minLength: 1 }).filter((word) => word.trim() !== "");
const map = fc.dictionary(fc.stringMatching(/^[A-Z_]{1,6}$/), fc.string(), {
  maxKeys: 3,
  noNullPrototype: true,
});
const level = fc.constantFrom(...TRUST_LEVELS);
const settings = fc.record(
  {
    startupTimeoutMs: fc.integer({ min: 1, max: 9999 }),
    callTimeoutMs: fc.integer({ min: 1, max: 9999 }),
    includeTools: fc.array(fc.string(), { maxLength: 2 }),
    excludeTools: fc.array(fc.string(), { maxLength: 2 }),
    trust: level,
    toolTrust: fc.dictionary(fc.stringMatching(/^[a-z]{1,5}$/), level, {
      minKeys: 1,
      maxKeys: 2,
      noNullPrototype: true,
    }),
  },
  { requiredKeys: [], noNullPrototype: true },
);
const id = fc.stringMatching(/^[a-z][a-z0-9-]{0,8}$/);
const way = fc.oneof(
  fc.record(
    {
      transport: fc.constant("stdio" as const),
      command: text,
      args: fc.array(fc.string(), { maxLength: 3 }),
      env: map,
    },
    { noNullPrototype: true },
  ),
  fc.record(
    { transport: fc.constantFrom("auto" as const, "http" as const, "sse" as const), url: text, headers: map },
    { noNullPrototype: true },
  ),
);
const server: fc.Arbitrary<DeclaredServer> = fc
  .tuple(id, way, settings)
  .map(([name, row, more]) => ({ id: name, ...row, ...more }));

const read = async (file: string): Promise<readonly DeclaredServer[]> =>
  (await parseMcpConfig({ file: "/p/mcp.json", text: file, host: "deckhand" })).servers;

describe("writtenRow", () => {
  it("is read as the server it was written for", async () => {
    await fc.assert(
      fc.asyncProperty(server, async (declared) => {
        const file = JSON.stringify({ mcpServers: { [declared.id]: writtenRow(declared) } });
        expect(await read(file)).toEqual([declared]);
      }),
    );
  });
});

describe("withServers", () => {
  const a: DeclaredServer = { id: "a", transport: "stdio", command: "x", args: ["1"], env: {} };
  const b: DeclaredServer = { id: "b", transport: "http", url: "http://b.example/", headers: {} };

  it("makes a file of nothing", async () => {
    expect(await read(withServers(undefined, [a, b]))).toEqual([a, b]);
    expect(await read(withServers("  ", [a]))).toEqual([a]);
  });

  it("keeps comments, layout and servers of the same id", async () => {
    const file = '{\n  // mine\n  "mcpServers": {\n    "a": { "command": "own" } // stays\n  }\n}\n';
    const written = withServers(file, [a, b]);
    expect(written).toContain("// mine");
    expect(written).toContain("// stays");
    expect((await read(written))[0]).toMatchObject({ command: "own" });
    expect((await read(written)).map((each) => each.id)).toEqual(["a", "b"]);
  });

  it("adds to a file that has only servers under another key", async () => {
    expect(
      (await read(withServers('{"servers": {"z": {"command": "x"}}}', [a]))).map((each) => each.id),
    ).toEqual(["z", "a"]);
  });

  it.each(["{", "[]", '{"mcpServers": []}', "null"])("refuses to write into %s", (file) => {
    expect(() => withServers(file, [a])).toThrow(/nothing can be added/);
  });

  it("leaves a file as it is when there is nothing to add", () => {
    expect(withServers('{ "x": 1 }', [])).toBe('{ "x": 1 }');
  });
});

import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { DeclaredServer } from "./declared-server.ts";
import { afterReload, diffServers } from "./diff-servers.ts";
import type { McpServer, McpSource } from "./mcp-server.ts";
import type { LoadedMcpConfig } from "./merge-places.ts";
import { rowHash } from "./row-hash.ts";

const source: McpSource = {
  file: "/p/.mcp.json",
  host: "claude-code",
  origin: "project",
  workspace: "/p",
  isInWorkspace: true,
};
const stdio = (id: string, more: Partial<McpServer> = {}): McpServer => {
  const declared: DeclaredServer = { id, transport: "stdio", command: "x", args: [], env: {} };
  return { ...declared, declared, source, hash: rowHash(declared), ...more } as McpServer;
};
const remote = (id: string, more: object = {}): McpServer => {
  const declared: DeclaredServer = { id, transport: "auto", url: "http://a.example/", headers: {} };
  return { ...declared, declared, source, hash: rowHash(declared), ...more };
};

const loaded = (more: Partial<LoadedMcpConfig>): LoadedMcpConfig => ({
  servers: [],
  unusable: [],
  diagnostics: [],
  files: [],
  broken: [],
  ...more,
});

describe("diffServers", () => {
  it("tells what came, went and stayed, whatever the order", () => {
    const difference = diffServers(
      [stdio("a"), stdio("b"), stdio("c")],
      [stdio("d"), stdio("c"), stdio("b")],
    );
    expect(difference.added.map(({ id }) => id)).toEqual(["d"]);
    expect(difference.removed.map(({ id }) => id)).toEqual(["a"]);
    expect(difference.kept.map(({ id }) => id)).toEqual(["c", "b"]);
    expect([...difference.changed, ...difference.adjusted]).toEqual([]);
  });

  it.each([
    ["command", stdio("a"), stdio("a", { command: "y" })],
    ["arguments", stdio("a", { args: ["1", "2"] }), stdio("a", { args: ["2", "1"] })],
    ["environment", stdio("a", { env: { K: "1" } }), stdio("a", { env: { K: "2" } })],
    ["folder", stdio("a"), stdio("a", { cwd: "/x" })],
    ["transport", stdio("a"), remote("a")],
    ["kind of transport", remote("a"), remote("a", { transport: "sse" })],
    ["URL", remote("a"), remote("a", { url: "http://b.example/" })],
    ["header", remote("a"), remote("a", { headers: { A: "1" } })],
  ])("begins anew a server with another %s, and no other", (_part, before, after) => {
    const difference = diffServers([before, stdio("z")], [after, stdio("z")]);
    expect(difference.changed).toEqual([{ before, after }]);
    expect(difference.kept.map(({ id }) => id)).toEqual(["z"]);
  });

  it.each([
    ["time limit", { callTimeoutMs: 5 }],
    ["trust", { trust: "L3" }],
    ["tools", { includeTools: ["t"] }],
    ["file", { source: { ...source, file: "/h/mcp.json", origin: "user" } }],
  ])("lets a server with another %s run on", (_part, more) => {
    const difference = diffServers([stdio("a")], [stdio("a", more as Partial<McpServer>)]);
    expect(difference.changed).toEqual([]);
    expect(difference.adjusted).toHaveLength(1);
  });

  it("does not take another order of keys for a change", () => {
    const difference = diffServers(
      [stdio("a", { env: { A: "1", B: "2" } })],
      [stdio("a", { env: { B: "2", A: "1" } })],
    );
    expect(difference.kept).toHaveLength(1);
  });

  it("puts every server in exactly one place", () => {
    const lists = fc.uniqueArray(
      fc.record({
        id: fc.constantFrom("a", "b", "c", "d"),
        command: fc.constantFrom("x", "y"),
        callTimeoutMs: fc.constantFrom(1, 2),
      }),
      {
        selector: ({ id }) => id,
      },
    );
    fc.assert(
      fc.property(lists, lists, (before, after) => {
        const from = before.map(({ id, ...more }) => stdio(id, more));
        const to = after.map(({ id, ...more }) => stdio(id, more));
        const { added, removed, changed, adjusted, kept } = diffServers(from, to);
        const now = [...added, ...kept, ...[...changed, ...adjusted].map((pair) => pair.after)];
        expect(now.map(({ id }) => id).toSorted()).toEqual(to.map(({ id }) => id).toSorted());
        expect(removed.length + changed.length + adjusted.length + kept.length).toBe(from.length);
      }),
    );
  });
});

describe("afterReload", () => {
  const elsewhere = { source: { ...source, file: "/h/mcp.json" } };

  it("goes on with the servers of a file that cannot be read just now", () => {
    const before = loaded({ servers: [stdio("a"), stdio("b", elsewhere)] });
    const after = afterReload(before, loaded({ broken: [source.file] }));
    expect(after.servers.map(({ id }) => id)).toEqual(["a"]);
  });

  it("lets go of the servers of a file that says so, or that is gone", () => {
    expect(afterReload(loaded({ servers: [stdio("a")] }), loaded({})).servers).toEqual([]);
  });

  it("does not bring back a server whose id another file has now", () => {
    const now = loaded({ servers: [stdio("a", elsewhere)], broken: [source.file] });
    expect(afterReload(loaded({ servers: [stdio("a")] }), now).servers).toEqual(now.servers);
  });
});

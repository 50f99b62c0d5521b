import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { agreeable, definition, scriptedWorkspace } from "../../../test/mcp/session/scripted-workspace.ts";
import { providerName } from "../../ledger/index.ts";
import type { Session } from "../open-session.ts";

function call(session: Session, name: string, input: unknown = {}) {
  return session.call({ id: "1", name, input });
}

describe("names that every object has", () => {
  it("a server called constructor, and a tool called toString, take what any other takes", async () => {
    const workspace = scriptedWorkspace();
    for (const id of ["constructor", "notes"]) workspace.script(id, { tools: [definition("toString")] });
    const file = join(workspace.cwd, "servers.json");
    const servers = {
      constructor: workspace.row("constructor"),
      notes: { ...workspace.row("notes"), toolTrust: { other: "L3" } },
    };
    writeFileSync(file, JSON.stringify({ mcpServers: servers }));
    const low = await workspace.open({ paths: [file], govern: { trust: "L0" } });
    await low.ready();
    for (const id of Object.keys(servers))
      expect(await call(low, `${id}__toString`)).toMatchObject({ error: { code: "denied_trust" } });
    const asked: string[] = [];
    const session = await workspace.open({
      paths: [file],
      govern: { trust: "L2", approver: agreeable(asked) },
    });
    for (const id of Object.keys(servers)) await call(session, `${id}__toString`);
    expect(asked).toHaveLength(2);
  });
});

describe("names of remote tools in the settings", () => {
  it("a tool that vanishes takes nothing with it but itself, by whatever name the settings know it", async () => {
    const workspace = scriptedWorkspace();
    workspace.script("notes", { tools: [definition("add"), definition("drop")] });
    const paths = [workspace.configure(["notes"])];
    const session = await workspace.open({ paths, withoutTools: ["world.tools.mcp.notes.drop"] });
    await session.ready();
    expect(session.rows.map(({ name }) => name)).toContain("notes__add");
    expect(session.rows.map(({ name }) => name)).not.toContain("notes__drop");
    workspace.script("notes", { tools: [definition("add")] });
    await vi.waitFor(() => expect(session.mcp!.tools()).toHaveLength(1), { timeout: 5000 });
    expect(session.rows.map(({ name }) => name)).toContain("read");
    expect(await call(session, "notes__add")).toMatchObject({ isError: false });
  });

  it("a tool is left out by the name that models are given, too", async () => {
    const workspace = scriptedWorkspace();
    const long = `drop.${"every ".repeat(20)}thing`;
    workspace.script("notes", { tools: [definition("add"), definition(long)] });
    const paths = [workspace.configure(["notes"])];
    const session = await workspace.open({ paths, withoutTools: [providerName(`notes__${long}`)] });
    await session.ready();
    const names = session.rows.map(({ name }) => name).filter((name) => name.startsWith("notes__"));
    expect(names).toEqual(["notes__add"]);
  });
});

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { agreeable, definition, scriptedWorkspace } from "../../../test/mcp/session/scripted-workspace.ts";
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

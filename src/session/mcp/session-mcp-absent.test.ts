import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { definition, scriptedWorkspace } from "../../../test/mcp/session/scripted-workspace.ts";
import type { Session } from "../open-session.ts";

function call(session: Session, name: string) {
  return session.call({ id: "1", name, input: {} });
}

describe("a tool of a server that told nothing", () => {
  it("is denied while nobody agreed to the server, and the way to agree is told", async () => {
    const workspace = scriptedWorkspace();
    workspace.script("notes", { tools: [definition("add")] });
    workspace.configure(["notes"]);
    const session = await workspace.open();
    expect(await call(session, "notes__add")).toMatchObject({
      error: {
        code: "denied_policy",
        message: expect.stringContaining("notes waits for a person's approval") as string,
        hint: "A person can approve it: deckhand mcp approve notes",
      },
    });
    expect(workspace.noted("notes")).toEqual([]);
  });

  it("is unavailable where the server fails or its row cannot be used, and the reason is told", async () => {
    const workspace = scriptedWorkspace();
    const file = join(workspace.cwd, "servers.json");
    const gone = { command: join(workspace.cwd, "gone") };
    const unset = { command: "node", args: ["${NOWHERE_SET}"] };
    writeFileSync(file, JSON.stringify({ mcpServers: { gone, unset } }));
    const session = await workspace.open({ paths: [file] });
    expect(await call(session, "gone__add")).toMatchObject({
      error: { code: "unavailable", message: expect.stringContaining("There is no program at") as string },
    });
    expect(await call(session, "unset__add")).toMatchObject({
      error: { code: "unavailable", message: expect.stringContaining("${NOWHERE_SET}") as string },
    });
  });

  it("is unknown where the server did tell its tools, or is none", async () => {
    const workspace = scriptedWorkspace();
    workspace.script("notes", { tools: [definition("add")] });
    const session = await workspace.open({ paths: [workspace.configure(["notes"])] });
    for (const name of ["notes__other", "nobody__add"])
      expect(await call(session, name)).toMatchObject({ error: { code: "unknown_tool" } });
  });
});

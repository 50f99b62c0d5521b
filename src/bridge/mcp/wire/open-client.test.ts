import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { connectFixture, scriptServer } from "../../../../test/mcp/servers/connect-fixture.ts";
import { textOf } from "../../../../test/mcp/servers/text-of.ts";
import type { Elicitation } from "./open-client.ts";

const SERVERS = ["v1-server.mjs", "v2-server.mjs"];

describe.each(SERVERS)("a question of %s to a person", (script) => {
  it("is answered by whoever is there to ask, however long that takes", async () => {
    const questions: Elicitation[] = [];
    const connection = await connectFixture(scriptServer(script), {
      onElicit: async (question) => {
        questions.push(question);
        await sleep(1800);
        return { action: "accept", content: { colour: "blue" } };
      },
    });
    expect(textOf(await connection.callTool("ask", {}, { timeoutMs: 1200 }))).toBe("accept blue");
    expect(questions).toMatchObject([{ server: "fix", params: { message: "Which colour?" } }]);
  });

  it("fails the call where nobody can be asked", async () => {
    const connection = await connectFixture(scriptServer(script));
    await expect(connection.callTool("ask", {})).rejects.toMatchObject({ name: "Fault", code: "tool_error" });
  });

  it("to a model is never answered", async () => {
    const connection = await connectFixture(scriptServer(script), {
      onElicit: () => Promise.resolve({ action: "accept" }),
    });
    await expect(connection.callTool("sample", {})).rejects.toMatchObject({
      name: "Fault",
      code: "tool_error",
    });
  });
});

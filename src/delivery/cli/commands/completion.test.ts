import { tmpdir } from "node:os";
import { expect, it } from "vitest";
import { runCommandLine } from "../../../../test/run-command-line.ts";

it.each(["bash", "zsh", "fish"])(
  "completes commands, what comes after them, and their flags in %s",
  async (shell) => {
    const { code, out } = await runCommandLine(tmpdir(), ["completion", shell]);
    expect(code).toBe(0);
    for (const words of [
      "approvals trace audit undo",
      "list show approve deny",
      "list show export",
      "list verify export",
      "test simulate",
      "status tools connect reconnect disconnect approve diff import resources prompts",
      "claude-code claude-desktop cursor",
    ]) {
      expect(out).toContain(words);
    }
    for (const flag of [
      "for-session",
      "since",
      "all",
      "batch",
      "rules",
      "no-browser",
      "templates",
      "verbose",
    ])
      expect(out).toContain(flag);
  },
);

it.each(["approvals", "trace", "audit", "undo", "policy", "mcp", "doctor"])(
  "has help for %s, and knows it when it is misspelled",
  async (name) => {
    const { code, out } = await runCommandLine(tmpdir(), ["help", name]);
    expect(code).toBe(0);
    expect(out).toContain(`deckhand ${name}`);
    const wrong = await runCommandLine(tmpdir(), [`${name}x`]);
    expect(wrong).toMatchObject({ code: 2, err: expect.stringContaining(`"${name}"`) });
  },
);

import { describe, expect, it } from "vitest";
import { createMemoryFs, makeContext } from "../../../backends/index.ts";
import type { ToolContext, ToolOutcome } from "../../../kernel/index.ts";
import { glob } from "./glob.ts";

function workspace(...paths: readonly string[]): ToolContext {
  const files = Object.fromEntries(paths.map((path) => [`/ws/${path}`, ""]));
  return makeContext({ cwd: "/ws", fs: createMemoryFs(files, { folders: ["/ws"] }) });
}

function call(ctx: ToolContext, input: Record<string, unknown>): Promise<ToolOutcome> {
  return glob.invoke({ id: "1", name: "glob", input }, ctx);
}

async function output(ctx: ToolContext, input: Record<string, unknown>): Promise<string> {
  return String((await call(ctx, input)).output);
}

describe("glob", () => {
  const ctx = workspace(
    "a.ts",
    "src/b.ts",
    "src/c/d.tsx",
    "src/c/.hidden.ts",
    "src/[x].txt",
    "node_modules/e.ts",
  );

  it("matches whole paths: * within a folder, ** across folders", async () => {
    expect(await output(ctx, { pattern: "*.ts" })).toBe("a.ts");
    expect(await output(ctx, { pattern: "**/*.ts" })).toBe("a.ts\nsrc/b.ts\nsrc/c/.hidden.ts");
    expect(await output(ctx, { pattern: "src/*" })).toBe("src/[x].txt\nsrc/b.ts");
    expect(await output(ctx, { pattern: "./src/**/*.{ts,tsx}" })).toBe(
      "src/b.ts\nsrc/c/.hidden.ts\nsrc/c/d.tsx",
    );
    expect(await output(ctx, { pattern: "src/\\[x\\].txt" })).toBe("src/[x].txt");
  });

  it("gives paths relative to the folder that was named", async () => {
    expect(await output(ctx, { pattern: "**/*.tsx", path: "src" })).toBe("c/d.tsx");
  });

  it("means folders by a slash at the end", async () => {
    expect(await output(ctx, { pattern: "**/" })).toBe("src/\nsrc/c/");
    expect(await output(ctx, { pattern: "src/*/" })).toBe("src/c/");
  });

  it("limits what it shows and says so", async () => {
    expect(await output(ctx, { pattern: "**", limit: 1 })).toBe(
      "a.ts\n[The first 1 shown, more match. Narrow the pattern or path, or raise limit.]",
    );
  });

  it("says what would work when nothing matches", async () => {
    expect(await output(ctx, { pattern: "*.tsx" })).toBe(
      'No path matches "*.tsx" in the working directory. Use "**/*.tsx" to look in sub-folders too.',
    );
    expect((await call(ctx, { pattern: "/ws/*.ts" })).error).toMatchObject({ code: "invalid_input" });
    expect((await call(ctx, { pattern: "*", path: "sr" })).error).toMatchObject({
      code: "not_found",
      hint: "Did you mean src?",
    });
  });
});

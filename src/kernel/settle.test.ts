import { describe, expect, it } from "vitest";
import { makeContext } from "../backends/index.ts";
import { blocksResult, isResultHandle, textResult } from "./index.ts";
import { settle } from "./settle.ts";

describe("settling a result", () => {
  it("passes what fits, without terminal escapes", async () => {
    const settled = await settle(textResult("\u001b[31mred\u001b[0m"), makeContext());
    expect(settled.content).toEqual([{ kind: "text", text: "red" }]);
  });

  it("cleans the names and addresses of links and resources like any other text", async () => {
    const link = {
      kind: "link",
      uri: "x:\u001b[2Ja",
      name: "\u001b[31mn",
      description: "d\u009b1m",
    } as const;
    const resource = { kind: "resource", uri: "y:\u001b[0mb", data: "AAAA" } as const;
    const value = { kind: "json", value: "\u001b[31m" } as const;
    const settled = await settle(blocksResult([link, resource, value]), makeContext());
    expect(settled.content).toEqual([
      { kind: "link", uri: "x:a", name: "n", description: "d" },
      { kind: "resource", uri: "y:b", data: "AAAA" },
      value,
    ]);
  });

  it("keeps what does not fit under a handle that can be read back whole", async () => {
    const ctx = makeContext({ budget: { kind: "middle", maxBytes: 100 } });
    const long = Array.from({ length: 100 }, (_, index) => `line ${index}`).join("\n");
    const settled = await settle(textResult(long), ctx);
    const text = settled.content[0]?.kind === "text" ? settled.content[0].text : "";
    const handle = /deckhand:\/\/result\/\w+/.exec(text)?.[0] ?? "";
    expect(isResultHandle(handle)).toBe(true);
    expect(text).toMatch(/^line 0\n.*bytes omitted.*line 99$/s);
    expect(await ctx.fs.readText(handle)).toBe(long);
  });

  it("shows what fits when the rest cannot be kept, and says so", async () => {
    const budget = { kind: "middle", maxBytes: 100 } as const;
    const full = {
      keep: () => Promise.reject(new Error("disk is full")),
      begin: () => Promise.reject(new Error()),
      open: () => Promise.reject(new Error()),
    };
    const ctx = makeContext({ budget, state: { ...makeContext().state, results: full } });
    const settled = await settle(textResult("x".repeat(1_000)), ctx);
    expect(settled.isError).toBe(false);
    const text = settled.content[0]?.kind === "text" ? settled.content[0].text : "";
    expect(text).toMatch(/^x{50}\n\[… 900 bytes omitted; .*could not be kept \(disk is full\).*…\]\nx{50}$/);
  });

  it("counts json as it is shown, and lets pictures through untouched", async () => {
    const ctx = makeContext({ budget: { kind: "head", maxBytes: 50 } });
    const image = { kind: "image", mediaType: "image/png", data: "A".repeat(1000) } as const;
    const settled = await settle(blocksResult([{ kind: "json", value: "x".repeat(200) }, image]), ctx);
    expect(settled.content).toEqual([{ kind: "text", text: expect.stringContaining("omitted") }, image]);
  });

  it("keeps sounds, pictures and other bytes that are too large under handles, and says so", async () => {
    const ctx = makeContext();
    const data = Buffer.alloc(4 * 1024 * 1024, 1).toString("base64");
    for (const block of [
      { kind: "image", mediaType: "image/png", data },
      { kind: "audio", mediaType: "audio/wav", data },
      { kind: "resource", uri: "x:/a", data },
    ] as const) {
      const settled = await settle(blocksResult([block, { kind: "text", text: "and words" }]), ctx);
      const [first, second] = settled.content;
      const text = first?.kind === "text" ? first.text : "";
      expect(text).toContain("4194304 bytes, too large to pass on; kept: path=deckhand://result/");
      const kept = await ctx.fs.readBytes(/deckhand:\S+/.exec(text)?.[0] ?? "");
      expect(kept.length).toBe(4 * 1024 * 1024);
      expect(second).toEqual({ kind: "text", text: "and words" });
    }
  });

  it("lets as many bytes through as a conversation takes", async () => {
    const picture = { kind: "image", mediaType: "image/png", data: "AAAA".repeat(1024 * 1024) } as const;
    const settled = await settle(blocksResult(Array.from({ length: 7 }, () => picture)), makeContext());
    expect(settled.content.map(({ kind }) => kind)).toEqual([...Array(5).fill("image"), "text", "text"]);
  });

  it("bounds and cleans the text of a resource like any other, and keeps what came with a block", async () => {
    const ctx = makeContext({ budget: { kind: "head", maxBytes: 60 } });
    const red = { kind: "resource", uri: "x:/a", text: "\u001b[31mred", origin: { note: "n" } } as const;
    expect((await settle(blocksResult([red]), ctx)).content).toEqual([{ ...red, text: "red" }]);
    const long = { ...red, text: "x".repeat(100) };
    const [shown] = (await settle(blocksResult([long]), ctx)).content;
    expect(shown).toEqual({
      kind: "text",
      text: expect.stringMatching(/^\[resource "x:\/a"\]\nx{42}\n\[… /),
    });
  });

  it("remembers the evidence in the session", async () => {
    const ctx = makeContext();
    const evidence = { path: "/a", identity: "id:1", ranges: [] } as const;
    await settle(textResult("x", { evidence: [evidence] }), ctx);
    expect(ctx.state.seen.of("/a")).toMatchObject([evidence]);
  });
});

import { describe, expect, it } from "vitest";
import { createMemoryFs } from "../../backends/index.ts";
import { digestOf, type Evidence, type Fs } from "../../kernel/index.ts";
import { type ReadProof, type WriteRequest, writeWithProof } from "./write-request.ts";

const content = Buffer.from("new");

async function proofOf(fs: Fs, path: string): Promise<ReadProof> {
  const file = await fs.open(path);
  return { path: file.path, identity: file.identity, ranges: [], whole: digestOf(await fs.readBytes(path)) };
}

describe("writeWithProof", () => {
  it("R245: a request to replace a file does not compile without a proof of the whole file", async () => {
    const part: Evidence = { path: "/w/a", identity: "id:1", ranges: [] };
    // @ts-expect-error nothing proves what is replaced
    const unproven: WriteRequest = { kind: "overwrite", path: "/w/a", content };
    // @ts-expect-error a part of a file does not prove all of it
    const partly: WriteRequest = { kind: "overwrite", path: "/w/a", content, proof: part };
    const created: WriteRequest = { kind: "create", path: "/w/b", content };
    const fs = createMemoryFs({ "/w/a": "old" });
    expect((await writeWithProof(created, fs)).created).toBe(true);
    await expect(writeWithProof(partly, fs)).rejects.toMatchObject({ code: "denied_proof" });
    await expect(writeWithProof(unproven, fs)).rejects.toBeInstanceOf(Error);
    expect(await fs.readText("/w/a")).toBe("old");
  });

  it("R242, R243: replaces a file that is as proven, and neither another one nor one that changed", async () => {
    const fs = createMemoryFs({ "/w/a": "old", "/w/b": "old" });
    const proof = await proofOf(fs, "/w/a");
    await expect(writeWithProof({ kind: "overwrite", path: "/w/b", content, proof }, fs)).rejects.toThrow(
      "The proof is for /w/a, not for /w/b.",
    );
    await writeWithProof({ kind: "overwrite", path: "/w/a", content, proof }, fs);
    await expect(
      writeWithProof({ kind: "overwrite", path: "/w/a", content, proof }, fs),
    ).rejects.toMatchObject({
      code: "denied_proof",
      hint: "Read /w/a again, then repeat the call.",
    });
  });

  it("R246: a new file is created exclusively", async () => {
    const fs = createMemoryFs({ "/w/a": "old" });
    await expect(writeWithProof({ kind: "create", path: "/w/a", content }, fs)).rejects.toThrow("EEXIST");
    expect(await fs.readText("/w/a")).toBe("old");
  });

  it("of many with the same proof exactly one succeeds", async () => {
    const fs = createMemoryFs({ "/w/a": "old" });
    const proof = await proofOf(fs, "/w/a");
    const tries = Array.from({ length: 10 }, (_, at) =>
      writeWithProof({ kind: "overwrite", path: "/w/a", content: Buffer.from(String(at)), proof }, fs),
    );
    const ends = await Promise.allSettled(tries);
    expect(ends.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });
});

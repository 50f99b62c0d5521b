import { describe, expect, it } from "vitest";
import { createMemoryFs } from "./memory/memory-fs.ts";
import { createMemoryResults } from "./memory/results.ts";
import { withResults } from "./results-fs.ts";

describe("withResults", () => {
  it("reads a kept result wherever a file can be read", async () => {
    const { fs, handle } = await keeping("line one\nline twö\n");
    expect(await fs.readText(handle)).toBe("line one\nline twö\n");
    expect(await fs.readBytes(handle)).toHaveLength(19);
    expect(await fs.exists(handle)).toBe(true);
    expect(await fs.stat(handle)).toMatchObject({ isFile: true, isDirectory: false, size: 19 });
    const file = await fs.open(handle);
    expect(Buffer.from(await file.read(9, 4)).toString()).toBe("line");
    await file.close();
  });

  it("keeps results as they were, whatever is tried on them", async () => {
    const { fs, handle } = await keeping("kept");
    const bytes = await fs.readBytes(handle);
    bytes.fill(0);
    await expect(fs.writeFile(handle, "x")).rejects.toThrow("EROFS");
    await expect(fs.replace(handle, new Uint8Array())).rejects.toThrow("EROFS");
    await expect(fs.rm(handle, { recursive: true, ignoreMissing: true })).rejects.toThrow("EROFS");
    await expect(fs.mkdir(handle)).rejects.toThrow("EROFS");
    await expect(fs.readdir(handle)).rejects.toThrow("ENOTDIR");
    expect(await fs.readText(handle)).toBe("kept");
  });

  it("says of an unknown handle that there is no such result", async () => {
    const { fs } = await keeping("kept");
    const unknown = "deckhand://result/nothere";
    const fault = { code: "not_found", hint: expect.stringContaining("repeat the call") };
    await expect(fs.readText(unknown)).rejects.toMatchObject(fault);
    await expect(fs.open(unknown)).rejects.toMatchObject(fault);
    await expect(fs.stat(unknown)).rejects.toMatchObject(fault);
    expect(await fs.exists(unknown)).toBe(false);
  });

  it("leaves every other path to the Fs", async () => {
    const { fs } = await keeping("kept");
    await fs.mkdir("/d");
    await fs.writeFile("/d/a", "1");
    await fs.replace("/d/a", Buffer.from("2"));
    expect(await fs.readText("/d/a")).toBe("2");
    expect(await fs.readdir("/d")).toHaveLength(1);
    await fs.rm("/d", { recursive: true });
    expect(await fs.exists("/d")).toBe(false);
  });
});

async function keeping(text: string) {
  const results = createMemoryResults();
  const handle = await results.keep(Buffer.from(text));
  return { fs: withResults(createMemoryFs(), results), handle };
}

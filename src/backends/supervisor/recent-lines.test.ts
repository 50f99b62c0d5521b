import { tmpdir } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createLocalShell } from "../local/local-shell.ts";
import { createRecentLines, MAX_BUFFERED_LINES } from "./recent-lines.ts";
import { refuseJobs } from "./refuse-jobs.ts";
import { createSupervisor } from "./supervisor.ts";

describe("recent lines", () => {
  it("R46: line 2001 evicts line 1", () => {
    const lines = createRecentLines();
    lines.add(bytes(numbered(1, MAX_BUFFERED_LINES)));
    expect(lines.look(false)).toEqual({ text: numbered(1, 2000), lostBytes: 0 });
    lines.add(bytes("line 2001\n"));
    expect(lines.look(false)).toEqual({ text: numbered(2, 2001), lostBytes: "line 1\n".length });
  });

  it("R46: a line that has not ended yet counts as one", () => {
    const lines = createRecentLines();
    lines.add(bytes(`${numbered(1, 2000)}li`));
    expect(lines.look(false)).toEqual({ text: `${numbered(2, 2000)}li`, lostBytes: 7 });
    lines.add(bytes("ne 2001\n"));
    expect(lines.look(true)).toEqual({ text: numbered(2, 2001), lostBytes: 7 });
  });

  it("shows the same lines however often somebody looks", () => {
    const lines = createRecentLines();
    expect(lines.look(false)).toEqual({ text: "", lostBytes: 0 });
    lines.add(bytes("a\n\n\nb"));
    expect([lines.look(false), lines.look(false)].map(({ text }) => text)).toEqual(["a\n\n\nb", "a\n\n\nb"]);
  });

  it("a stream without line ends is bounded too, and begins with a whole character", () => {
    const lines = createRecentLines();
    for (let turn = 0; turn < 30; turn += 1) lines.add(bytes("€".repeat(22_000)));
    const { text, lostBytes } = lines.look(false);
    expect(text).toBe("€".repeat(Math.floor((1024 * 1024) / 3)));
    expect(Buffer.byteLength(text) + lostBytes).toBe(30 * 66_000);
  });

  it("leaves out half a character, unless nothing more comes", () => {
    const lines = createRecentLines();
    lines.add(bytes("€€").subarray(0, 4));
    expect([lines.look(false).text, lines.look(true).text]).toEqual(["€", "€\u{fffd}"]);
    lines.add(bytes("€").subarray(1));
    expect(lines.look(false).text).toBe("€€");
  });

  it("does not care about what becomes of a chunk afterwards", () => {
    const lines = createRecentLines();
    const chunk = bytes("kept");
    lines.add(chunk);
    chunk.fill(0);
    expect(lines.look(false).text).toBe("kept");
  });

  it("R46: however output is cut into chunks, what is kept is its end and the rest is counted", () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: "grapheme", maxLength: 12 })),
        fc.integer({ min: 8, max: 40 }),
        (chunks, max) => {
          const lines = createRecentLines(max);
          for (const chunk of chunks) lines.add(bytes(chunk));
          const whole = bytes(chunks.join(""));
          const { text, lostBytes } = lines.look(true);
          expect(text).toBe(whole.toString("utf8", lostBytes));
          expect(whole.length - lostBytes).toBeLessThanOrEqual(max);
          expect(whole.length - lostBytes).toBeGreaterThan(Math.min(whole.length, max) - 4);
        },
      ),
    );
  });
});

describe("the last lines of a job", () => {
  it("can be looked at by stream, and what a poll hands out next stays the same", async () => {
    const jobs = createSupervisor();
    const { id } = await jobs.start({
      command: "seq 1 2500; echo bad >&2",
      shell: createLocalShell({ cwd: tmpdir() }),
    });
    while ((await jobs.list())[0]?.ended === undefined) await sleep(10);
    for (const { job, stdout, stderr } of [await jobs.recent(id), await jobs.recent(id)]) {
      expect([job.id, job.ended?.code, stderr]).toEqual(["job-1", 0, { text: "bad\n", lostBytes: 0 }]);
      expect(stdout.text.split("\n", 1)).toEqual(["501"]);
      expect(stdout.text.split("\n")).toHaveLength(MAX_BUFFERED_LINES + 1);
    }
    expect((await jobs.poll(id)).stdout.text.split("\n")).toHaveLength(2501);
    await expect(jobs.recent("job-2")).rejects.toMatchObject({ code: "not_found" });
    await jobs.close();
  });

  it("are not there where no jobs are kept", async () => {
    await expect(refuseJobs.recent("job-1")).rejects.toMatchObject({ code: "not_found" });
  });
});

function bytes(text: string): Buffer {
  return Buffer.from(text, "utf8");
}

function numbered(first: number, last: number): string {
  return Array.from({ length: last - first + 1 }, (_, index) => `line ${first + index}\n`).join("");
}

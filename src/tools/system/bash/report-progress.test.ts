import { expect, it } from "vitest";
import { manualClock } from "../../../backends/index.ts";
import { reportProgress } from "./report-progress.ts";

it("tells the last line that says something, five times a second at most", () => {
  const notes: string[] = [];
  const clock = manualClock();
  const tell = reportProgress({ clock, progress: (note) => notes.push(note) });
  const print = (text: string) => tell(Buffer.from(text));
  print("\n  \n");
  print("one\ntwo\n\n");
  clock.advance(199);
  print("three\n");
  clock.advance(1);
  print("\u001B[32m10%\r50%\u001B[0m\r");
  clock.advance(200);
  print(`${"x".repeat(500)}\n`);
  expect(notes).toEqual(["two", "50%", "x".repeat(120)]);
});

import { describe, expect, it } from "vitest";
import { judgedOtherwise } from "../../../../test/judged-otherwise.ts";

describe("what git keeps its history in", () => {
  it("is never deleted by hand", () => {
    expect(
      judgedOtherwise("deny", [
        "rm -rf .git/objects",
        "rm -rf sub/.git/refs",
        "rm .git/packed-refs",
        "rm -r .git/logs/refs",
        "mv .git/objects /tmp/x",
        "find .git/objects -type f -delete",
        "rm -rf .git/modules/lib/objects",
      ]),
    ).toEqual([]);
  });

  it("is asked about where it would be written, as is where work stands", () => {
    expect(
      judgedOtherwise("ask", [
        "echo 'ref: refs/heads/x' > .git/HEAD",
        "rm .git/index",
        "cp x .git/refs/heads/work",
        "echo /elsewhere > .git/objects/info/alternates",
      ]),
    ).toEqual([]);
  });

  it("is not what git leaves behind, nor what only has its name", () => {
    expect(
      judgedOtherwise("allow", [
        "rm -f .git/index.lock",
        "rm -f .git/refs/heads/work.lock",
        "echo dist >> .git/info/exclude",
        "cat .git/HEAD",
        "rm -rf src/objects",
        "rm -rf .cache/objects",
      ]),
    ).toEqual([]);
  });
});

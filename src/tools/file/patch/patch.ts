import { z } from "zod";
import { blocksResult, defineTool, Fault, type Touch, writes } from "../../../kernel/index.ts";
import { untilFresh } from "../until-fresh.ts";
import { applyPatch } from "./apply-patch.ts";
import type { FilePatch } from "./file-patch.ts";
import { parsePatch } from "./parse-patch.ts";
import { reportLine, reportValue } from "./patch-report.ts";

/** Applies a patch to many files, all of it or nothing. */
export const patch = defineTool({
  name: "patch",
  path: "world.tools.file.patch",
  title: "Apply patch",
  summary: "Apply a patch to one or many files, all or nothing",
  description: `Apply a patch to one or many files: everything is changed, or nothing. Two forms are understood.
The envelope:
*** Begin Patch
*** Update File: path
*** Move to: new/path   (optional)
@@ line above the place, such as a function's first line   (optional, several narrow it down)
 unchanged line
-old line
+new line
*** Add File: path
+line
*** Delete File: path
*** End Patch
Or a unified diff, as git diff prints it.
Give about three unchanged lines around each change, copied exactly; a hunk that fits several places is refused. A hunk of only + lines goes below its @@ line, or to the end of the file.`,
  input: z.strictObject({
    patch: z.string().min(1).describe("The patch: an apply_patch envelope or a unified diff"),
  }),
  effects: [writes("filesystem")],
  trust: "L2",
  touches: (input) => touchesOf(input.patch),
  async run(input, ctx) {
    const wanted = parsePatch(input.patch);
    const { files, ...notes } = await untilFresh(ctx, () => applyPatch(ctx, wanted));
    const text = files.map(reportLine).join("\n");
    const value = { files: files.map(reportValue) };
    return blocksResult(
      [
        { kind: "text", text },
        { kind: "json", value },
      ],
      notes,
    );
  },
});

/** A patch that cannot be read reaches for nothing: running it fails for the same reason. */
function touchesOf(text: string): readonly Touch[] {
  try {
    return parsePatch(text).flatMap(touchesOfFile);
  } catch (error) {
    if (error instanceof Fault) return [];
    throw error;
  }
}

function touchesOfFile(file: FilePatch): Touch[] {
  const { path } = file;
  switch (file.kind) {
    case "add":
      return [{ kind: "path", path, op: "create" }];
    case "delete":
      return [{ kind: "path", path, op: "delete" }];
    case "update":
      if (file.moveTo === undefined) return [{ kind: "path", path, op: "write" }];
      return [
        { kind: "path", path, op: "delete" },
        { kind: "path", path: file.moveTo, op: "create" },
      ];
  }
}

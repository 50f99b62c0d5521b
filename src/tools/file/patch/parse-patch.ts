import { Fault } from "../../../kernel/index.ts";
import type { FilePatch } from "./file-patch.ts";
import { isEnvelopeLine, isFrameLine, parseEnvelope } from "./parse-envelope.ts";
import { parseUnified } from "./parse-unified.ts";
import { patchLines } from "./patch-lines.ts";
import { isUnifiedStart } from "./unified-paths.ts";

/** Reads an apply_patch envelope or a unified diff, whichever begins first, or throws a fault that says where it is wrong. */
export function parsePatch(text: string): readonly FilePatch[] {
  const source = patchLines(text);
  const start = source.lines.findIndex(
    (line, index) => isEnvelopeLine(line) || isUnifiedStart(source.lines, index),
  );
  if (start < 0) throw unknownFormat(text);
  if (!isEnvelopeLine(source.lines[start]!)) return parseUnified(source, start);
  const inside = source.lines.findIndex((line, index) => index > start && line.trim() !== "");
  if (inside < 0 || !isUnifiedStart(source.lines, inside)) return parseEnvelope(source, start);
  return parseUnified({ ...source, lines: source.lines.map(withoutFrame) }, inside);
}

/** Models sometimes put a unified diff into the frame of an envelope. */
function withoutFrame(line: string): string {
  return isFrameLine(line) ? "" : line;
}

function unknownFormat(text: string): Fault {
  const problem =
    text.trim() === ""
      ? "The patch is empty."
      : "The text is neither an apply_patch envelope nor a unified diff.";
  return new Fault("invalid_input", problem, { hint: PATCH_SHAPES });
}

const PATCH_SHAPES = `Send one of these:
*** Begin Patch
*** Update File: path
@@ optional line above the place
 unchanged line
-old line
+new line
*** End Patch
or a unified diff with "--- a/path", "+++ b/path" and "@@ -1,3 +1,3 @@" lines.`;

import { type Alternative, Fault } from "../../../kernel/index.ts";
import { charDiff } from "../diff/char-diff.ts";
import { notChosen } from "../not-chosen.ts";
import { findText } from "../text/find-text.ts";
import { findClosest, type SimilarLines } from "./find-closest.ts";
import type { WantedEdit } from "./edit-input.ts";
import { lineRange } from "./line-list.ts";
import { locateText } from "./locate-text.ts";
import { linesAt, type TextBody } from "./text-body.ts";

/** Says why an edit found no place: where the most similar text stands and how it differs, and what would work. */
export function explainMiss(path: string, body: TextBody, edit: WantedEdit): Fault {
  const opening = `${edit.label}oldText is not in ${path}. Nothing was changed.`;
  const known = knownMistake(body, edit);
  if (known !== undefined) return new Fault("tool_error", `${opening} ${known.what}`, { hint: known.hint });
  const { text } = body.map();
  const { region, similar, isPart } = findClosest(text, edit.oldText);
  const searched = isPart ? " in the part that was searched" : "";
  if (region === undefined) {
    return new Fault("tool_error", `${opening} No similar text was found${searched}.`, {
      hint:
        alreadyDone(body, edit.newText) ??
        (text === "" ? "The file is empty: use write." : "Read or grep the file for the text as it is now."),
    });
  }
  const { firstLine, lastLine, found, expected } = region;
  const place = lineRange(firstLine, lastLine);
  const difference = charDiff(expected, found, { firstLine });
  return new Fault(
    "tool_error",
    `${opening}\nClosest text${searched} is at ${place} ([-only in oldText-], {+only in the file+}):\n${difference}`,
    {
      hint:
        alreadyDone(body, edit.newText) ??
        `Send oldText as the file has it; read ${place} if more is needed.`,
      alternatives: similarPlaces(path, similar, `${edit.label}it is not what oldText says`),
    },
  );
}

/** Tells the record which similar places were found. */
export function similarPlaces(
  path: string,
  similar: readonly SimilarLines[],
  why: string,
): readonly Alternative[] {
  const places = similar.map(
    ({ firstLine, lastLine, likeness }) =>
      `${path}, ${lineRange(firstLine, lastLine)}, ${Math.floor(likeness * 100)} % alike`,
  );
  return notChosen(places, why);
}

interface KnownMistake {
  readonly what: string;
  readonly hint: string;
}

function knownMistake(body: TextBody, edit: WantedEdit): KnownMistake | undefined {
  if (edit.oldText.includes("\uFFFD")) {
    return {
      what: "It holds U+FFFD, which stands for bytes that are no valid text and cannot be matched.",
      hint: "Choose an oldText before or after those bytes.",
    };
  }
  const bare = edit.oldText.replaceAll(LINE_NUMBER, "");
  const isNumbered = bare !== edit.oldText && locateText(body, { ...edit, oldText: bare }).spans.length > 0;
  if (!isNumbered) return undefined;
  return { what: "It begins with line numbers.", hint: "Leave out the numbers and the tab after them." };
}

/** The gutter that read puts before every line. */
const LINE_NUMBER = /^ *\d+\t/gm;

function alreadyDone(body: TextBody, newText: string): string | undefined {
  const [done] = newText.trim().length < FEWEST_TELLING ? [] : findText(body.bytes, newText, body.codec);
  if (done === undefined) return undefined;
  const [line] = linesAt(body, [done.start]);
  return `newText is there already, at line ${line}: this edit seems to have been made before.`;
}

/** A shorter text may well stand somewhere by chance. */
const FEWEST_TELLING = 12;

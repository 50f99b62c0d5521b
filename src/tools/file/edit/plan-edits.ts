import { Fault } from "../../../kernel/index.ts";
import { notChosen } from "../not-chosen.ts";
import type { Splice } from "../splice.ts";
import type { TextFile } from "../text-file.ts";
import type { ByteSpan } from "../text/find-text.ts";
import type { WantedEdit } from "./edit-input.ts";
import { explainMiss } from "./explain-miss.ts";
import { keepLineEndings } from "./keep-line-endings.ts";
import { lineList, lineRange } from "./line-list.ts";
import { locateText } from "./locate-text.ts";
import { linesAt, type TextBody, textBodyOf } from "./text-body.ts";

/** A replacement whose place is known; offsets count from the end of the byte order mark. */
export interface PlannedSplice extends Splice {
  readonly label: string;
  readonly loosely: boolean;
}

/** Everything one call is going to change, in file order. */
export interface EditPlan {
  readonly body: TextBody;
  readonly splices: readonly PlannedSplice[];
}

/** Finds the place of every wanted edit in the file as it is, or refuses them all. */
export function planEdits(file: TextFile, wanted: readonly WantedEdit[]): EditPlan {
  const body = textBodyOf(file);
  const found = wanted.flatMap((edit) => placeEdit(file.path, body, edit));
  const splices = found.toSorted((a, b) => a.start - b.start || a.end - b.end);
  refuseOverlaps(body, splices);
  if (splices.every((splice) => changesNothing(body, splice))) throw nothingChanges(file.path);
  return { body, splices };
}

function placeEdit(path: string, body: TextBody, edit: WantedEdit): PlannedSplice[] {
  refuseEmpty(edit);
  const { spans, loosely } = locateText(body, edit);
  if (spans.length === 0) throw explainMiss(path, body, edit);
  if (spans.length > 1 && (loosely || !edit.replaceAll)) throw ambiguous(path, body, edit, spans, loosely);
  const bytesFor = createReplacement(body, edit);
  return spans.map((span) => ({ ...span, bytes: bytesFor(span), label: edit.label, loosely }));
}

/** A new text without line breaks is the same everywhere; one with them takes the endings of each place. */
function createReplacement(body: TextBody, { oldText, newText }: WantedEdit): (span: ByteSpan) => Uint8Array {
  const bytes = body.codec.encode(newText);
  if (!newText.includes("\n")) return () => bytes;
  return (span) => body.codec.encode(keepLineEndings(newText, oldText, body, span));
}

function refuseEmpty({ oldText, newText, label }: WantedEdit): void {
  if (oldText === "") {
    throw new Fault("invalid_input", `${label}oldText is empty, so there is no place to put newText.`, {
      hint: "Send the text next to that place as oldText and repeat it in newText. To create a file, use write.",
    });
  }
  if (oldText === newText) {
    throw new Fault("invalid_input", `${label}oldText and newText are identical; nothing would change.`, {
      hint: "Send the text as it should become as newText.",
    });
  }
}

function ambiguous(
  path: string,
  body: TextBody,
  { label, replaceAll }: WantedEdit,
  spans: readonly ByteSpan[],
  loosely: boolean,
): Fault {
  const starts = linesAt(
    body,
    spans.map(({ start }) => start),
  );
  const lines = lineList(starts);
  const places = starts.map((line) => `${path}, line ${line}`);
  if (loosely) {
    return new Fault(
      "tool_error",
      `${label}oldText is not in ${path} as spelled; with whitespace ignored it occurs ${spans.length} times, at ${lines}. Nothing was changed.`,
      {
        hint: "Copy the whitespace exactly, or add surrounding lines to oldText so that it occurs once.",
        alternatives: notChosen(
          places,
          `${label}it differs in whitespace from oldText, and is not the only one`,
        ),
      },
    );
  }
  const all = replaceAll ? "" : ", or set replaceAll=true to change all of them";
  return new Fault(
    "tool_error",
    `${label}oldText occurs ${spans.length} times in ${path}, at ${lines}. Nothing was changed.`,
    {
      hint: `Add surrounding lines to oldText so that it occurs once${all}.`,
      alternatives: notChosen(places, `${label}it is not the only place with oldText`),
    },
  );
}

function refuseOverlaps(body: TextBody, splices: readonly PlannedSplice[]): void {
  splices.forEach((splice, index) => {
    const previous = splices[index - 1];
    if (previous === undefined || previous.end <= splice.start) return;
    throw new Fault(
      "tool_error",
      `${nameOf(body, previous)} and ${nameOf(body, splice)} change the same text. Nothing was changed.`,
      { hint: "Join them into one edit; all edits of a call are matched against the file as it is now." },
    );
  });
}

function nameOf(body: TextBody, { label, start, end }: PlannedSplice): string {
  const [first = 1, last = 1] = linesAt(body, [start, end - 1]);
  return `${label.replace(/: $/, "")} (${lineRange(first, last)})`;
}

function changesNothing({ bytes }: TextBody, splice: PlannedSplice): boolean {
  return Buffer.compare(bytes.subarray(splice.start, splice.end), splice.bytes) === 0;
}

function nothingChanges(path: string): Fault {
  return new Fault("tool_error", `${path} already reads as newText there; nothing would change.`, {
    hint: "The difference between oldText and newText is in whitespace that the file already has.",
  });
}

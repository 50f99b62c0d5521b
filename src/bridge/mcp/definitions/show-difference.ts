import type { RemoteDefinition } from "../../../ledger/index.ts";
import { isNestedDeeper } from "../nested-deeper.ts";
import { foldText } from "./flags/folded-text.ts";
import { leavesOf } from "./leaves-of.ts";
import { shownText, spelledText } from "./shown-text.ts";
import { wordDifference } from "./word-difference.ts";

const MOST_LEVELS = 200;
const MOST_LINES = 400;

/** What differs between two definitions, as lines for a person; of a new one everything, and nothing of equal ones. */
export function showDifference(
  before: RemoteDefinition | undefined,
  after: RemoteDefinition,
): readonly string[] {
  if ([before, after].some((one) => isNestedDeeper(one, MOST_LEVELS)))
    return [`(nested more than ${MOST_LEVELS} levels deep, and not shown)`];
  const [old, now] = [leavesOf(before ?? {}), leavesOf(after)];
  const places = [...new Set([...now.keys(), ...old.keys()])];
  const lines = places.flatMap((place) => linesFor(place, old.get(place), now.get(place)));
  if (lines.length <= MOST_LINES) return lines;
  return [...lines.slice(0, MOST_LINES), `(… ${lines.length - MOST_LINES} more lines)`];
}

/** What differs between two texts of a server, such as what it tells the model. */
export function showTextDifference(
  name: string,
  before: string | undefined,
  after: string | undefined,
): readonly string[] {
  return linesFor(name, before, after);
}

function linesFor(place: string, before: string | undefined, after: string | undefined): readonly string[] {
  const where = shownText(place);
  if (before === after) return [];
  if (before === undefined) return [`+ ${where}${sizeOf(after)}`, ...wholeText("+", after ?? "")];
  if (after === undefined) return [`- ${where}${sizeOf(before)}`, ...wholeText("-", before)];
  return [
    `~ ${where} (${before.length} → ${after.length} characters)`,
    ...wordDifference(before, after).slice(0, MOST_CHANGES).map(changeLine),
  ];
}

const MOST_CHANGES = 40;
const LONG = 80;

function sizeOf(text = ""): string {
  return text.length > LONG ? ` (${text.length} characters)` : "";
}

/** Texts that look the same are spelled out, since the eye would find no difference. */
function changeLine({ before, after, lead, tail }: ReturnType<typeof wordDifference>[number]): string {
  const looksAlike = foldText(before, true).text === foldText(after, true).text;
  const show = looksAlike ? spelledText : shownText;
  const removed = before === "" ? "" : `[-${shortened(before, show)}-]`;
  const added = after === "" ? "" : `{+${shortened(after, show)}+}`;
  return `    …${shownText(lead)}${removed}${added}${shownText(tail)}…`;
}

const MOST_SHOWN = 2000;

/** Both ends: what is hidden is hidden at the end. */
function shortened(text: string, show: (part: string) => string): string {
  if (text.length <= MOST_SHOWN) return show(text);
  const half = MOST_SHOWN / 2;
  return `${show(text.slice(0, half))} (… ${text.length - MOST_SHOWN} characters …) ${show(text.slice(-half))}`;
}

const HEAD_LINES = 100;
const TAIL_LINES = 20;

function wholeText(sign: "+" | "-", text: string): readonly string[] {
  const lines = text
    .replaceAll(/(?:\r?\n[^\S\r\n]*){4,}/g, (run) => `\n<${run.split("\n").length - 1} line ends>\n`)
    .split("\n");
  const shown = lines.map((line) => `  ${sign} ${shortened(line, shownText)}`);
  if (shown.length <= HEAD_LINES + TAIL_LINES) return shown;
  const left = shown.length - HEAD_LINES - TAIL_LINES;
  return [...shown.slice(0, HEAD_LINES), `    (… ${left} lines …)`, ...shown.slice(-TAIL_LINES)];
}

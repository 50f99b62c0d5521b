import type { TextEncodingInfo } from "../text/text-encoding.ts";
import type { ShownLine } from "./shown-line.ts";

/** A page and where it stands in its file. */
export interface TextWindow {
  /** The number of the first line; negative when lines are counted from the end of a file too large to count. */
  readonly first: number;
  readonly page: readonly ShownLine[];
  /** How many lines the file has, where that is known. */
  readonly total: number | undefined;
  /** Whether lines follow the page. */
  readonly more: boolean;
  /** Whether one line was asked for, which is shown as far as it fits. */
  readonly single: boolean;
  readonly encoding: TextEncodingInfo;
}

/** Words a window for a model: what is shown, the numbered lines, and how to continue. */
export function withGutter(window: TextWindow): string {
  const lines = window.page.map(({ text }, index) => `${gutter(window.first + index)}${text}`);
  return [header(window), ...lines, ...notices(window)].join("\n");
}

/** Names the lines of a window: `lines 1–20 of 300`. */
export function rangeOf({ first, page, total }: TextWindow): string {
  const last = first + page.length - 1;
  if (first < 0) return `lines ${first} to ${last}, counted from the end`;
  return `lines ${first}–${last}${total === undefined ? "" : ` of ${total}`}`;
}

function header(window: TextWindow): string {
  const traits = [...encodingTraits(window.encoding), ...endingTraits(window.page)];
  const kept = traits.length === 0 ? "" : ` [${traits.join(", ")}]`;
  return `Showing ${rangeOf(window)}${remaining(window)}${kept}`;
}

function remaining({ first, page, total, more }: TextWindow): string {
  if (!more) return "";
  const next = first + page.length;
  if (first < 0) return ` (${-next} more)`;
  return total === undefined ? " (more follow)" : ` (${total - next + 1} more)`;
}

function encodingTraits({ name, bomBytes, confident }: TextEncodingInfo): string[] {
  const mark = bomBytes > 0 ? " with byte order mark" : "";
  if (name === "utf-8") return mark === "" ? [] : [`${name}${mark}`];
  const guess = confident || name.startsWith("utf-") ? "" : "probably ";
  return [`${guess}${name}${mark}`];
}

function endingTraits(page: readonly ShownLine[]): string[] {
  const [crlf, lf] = ["crlf", "lf"].map((kind) => page.some(({ ending }) => ending === kind));
  return [
    crlf && (lf ? "mixed CRLF and LF line ends" : "CRLF line ends"),
    page.some(({ text }) => text.includes("\r")) && "CR inside lines",
  ].filter((trait) => trait !== false && trait !== undefined);
}

function gutter(number: number): string {
  return `${String(number).padStart(GUTTER_WIDTH)}\t`;
}

const GUTTER_WIDTH = 6;

function notices({ first, page, more, single }: TextWindow): string[] {
  const cut = single ? -1 : page.findIndex(({ raw, seen }) => seen < raw.length);
  return [
    page.some(({ hidden }) => hidden) &&
      "Terminal escapes and control characters in these lines are not shown.",
    page.some(({ broken }) => broken) && "Bytes that are not valid UTF-8 are shown as U+FFFD.",
    cut !== -1 && `Use offset=${first + cut} limit=1 to see more of a cut line.`,
    more && `Use offset=${first + page.length} to continue.`,
  ].filter((notice) => notice !== false);
}

import type { ContentBlock, TextBlock } from "../../../kernel/index.ts";
import { canonicalJson } from "../../../ledger/index.ts";
import { isMap } from "../../json-map.ts";
import { jsonBlock } from "./block-from-remote.ts";

/**
 * Puts the structured part of a result beside its blocks, so that nothing is shown twice: texts that only spell it out
 * become its twin, and one that says all of a wrapped value keeps its words and has the value as its twin.
 */
export function withStructured(blocks: readonly ContentBlock[], value: unknown): readonly ContentBlock[] {
  if (value === null && blocks.length === 0) return [{ kind: "text", text: "", ...twinOf(value) }];
  const texts = blocks.filter((block) => block.kind === "text");
  if (texts.length > 0 && areTheSame(texts, value)) {
    const others = blocks.filter((block) => block.kind !== "text");
    return [{ kind: "json", value, origin: { twin: boundedTwin(texts) } }, ...others];
  }
  if (texts.length > 0 && areTheSame(texts, wrappedIn(value))) {
    const first = texts[0];
    return blocks.map((block) => (block === first ? { ...block, ...twinOf(value, block) } : block));
  }
  return [...blocks, { ...jsonBlock(value), origin: { twin: [] } }];
}

function twinOf(value: unknown, block?: ContentBlock): Pick<TextBlock, "origin"> {
  return { origin: { ...block?.origin, twin: [{ kind: "json", value }] } };
}

const MOST_TWIN = 64 * 1024;

/** A text may spell a small value out with any amount of blanks. */
function boundedTwin(texts: readonly TextBlock[]): readonly TextBlock[] {
  return texts.reduce((sum, { text }) => sum + text.length, 0) <= MOST_TWIN ? texts : [];
}

/** Frameworks put a value that is no object under `result`, for revisions where it had to be one. */
function wrappedIn(value: unknown): unknown {
  return isMap(value) && Object.keys(value).length === 1 ? value["result"] : undefined;
}

/** Tells whether one text, or one text for each item, says exactly a value. */
function areTheSame(texts: readonly TextBlock[], value: unknown): boolean {
  if (value === undefined) return false;
  const [only] = texts;
  if (texts.length === 1 && only !== undefined) return says(only.text, value);
  return (
    Array.isArray(value) &&
    value.length === texts.length &&
    texts.every(({ text }, at) => says(text, value[at] as unknown))
  );
}

function says(text: string, value: unknown): boolean {
  if (typeof value === "string") return text === value || sameJson(text, value);
  return sameJson(text, value);
}

function sameJson(text: string, value: unknown): boolean {
  try {
    return canonicalJson(JSON.parse(text)) === canonicalJson(value);
  } catch {
    return false;
  }
}

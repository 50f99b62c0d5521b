import { shownText } from "../shown-text.ts";

/** What can be suspicious about a definition; stable for machines. */
export type FlagKind =
  | "invisible-text"
  | "control-characters"
  | "blank-run"
  | "hidden-text"
  | "encoded-text"
  | "link-with-query"
  | "order-to-model"
  | "other-tool"
  | "asks-for-secret"
  | "disguised-letters"
  | "long-text"
  | "listed-twice";

/** One suspicious thing about a definition, for a person to look at; the tool stays callable as trust allows. */
export interface Flag {
  readonly kind: FlagKind;
  /** Where in the definition, as a JSON pointer; empty for the whole. */
  readonly where: string;
  /** The text in question, with what cannot be seen made visible. */
  readonly excerpt: string;
}

/** A place in a text where something was found. */
export interface Finding {
  readonly kind: FlagKind;
  readonly at: number;
  readonly length: number;
}

const BEFORE = 60;
const SHOWN = 240;

/** The part of a text around a finding; of blanks only how many there are, and what they push out of sight. */
export function excerptOf(text: string, { kind, at, length }: Finding): string {
  if (kind !== "blank-run") return windowOf(text, at);
  const after = text.slice(at + length);
  return `${windowOf(text.slice(0, at), at)}<${length} blank characters>${windowOf(after, 0)}`;
}

function windowOf(text: string, at: number): string {
  const start = Math.max(0, at - BEFORE);
  const end = Math.min(text.length, start + SHOWN);
  return `${start > 0 ? "…" : ""}${shownText(text.slice(start, end))}${end < text.length ? "…" : ""}`;
}

/** A finding of a pattern's first match, if it has one. */
export function found(kind: FlagKind, match: RegExpExecArray | null): readonly Finding[] {
  return match === null ? [] : [{ kind, at: match.index, length: match[0].length }];
}

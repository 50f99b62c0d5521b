/** One line of a hunk, as the patch spells it. */
export interface HunkLine {
  readonly sign: " " | "+" | "-";
  /** The line without its "\n"; a "\r" before it stays. */
  readonly text: string;
  /** Set by `\ No newline at end of file`. */
  readonly missingNewline?: true;
}

/** One place of a file to change. */
export interface Hunk {
  readonly lines: readonly HunkLine[];
  /** The line of the old file, counted from 1, that the hunk says it begins at. */
  readonly statedLine?: number;
  /** Lines named after `@@` that come before the place, outermost first. */
  readonly anchors: readonly string[];
  /** Set by `*** End of File`: the hunk ends where the file does. */
  readonly atEnd?: true;
  /** The line of the patch, counted from 1, that the hunk begins at. */
  readonly patchLine: number;
}

/** What a patch asks for one file. */
export type FilePatch =
  | {
      readonly kind: "add";
      readonly path: string;
      readonly content: string;
      /** Set by git's mode for programs. */
      readonly executable?: true;
    }
  | {
      readonly kind: "update";
      readonly path: string;
      readonly moveTo?: string;
      readonly hunks: readonly Hunk[];
    }
  | {
      readonly kind: "delete";
      readonly path: string;
      /** What a unified diff believes the file holds; none when it does not say. */
      readonly hunks: readonly Hunk[];
    };

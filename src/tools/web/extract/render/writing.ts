import type { PageElement } from "../page-tree.ts";

/** How a page is written down. */
export interface Writing {
  readonly format: "markdown" | "text";
  readonly base: string;
  /** How many lists and quotes are around; very deep ones are no longer indented. */
  readonly level: number;
}

/** What is written inside a list or a quote. */
export function oneLevelIn(writing: Writing): Writing {
  return { ...writing, level: writing.level + 1 };
}

/** Deeper than this, indentation costs more than it tells. */
export const DEEPEST_LEVEL = 12;

/** Renders what an element holds as blocks with empty lines between them. */
export type RenderBlocks = (element: PageElement, writing: Writing) => string;

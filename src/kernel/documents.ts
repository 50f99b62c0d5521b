/** Which pages of a PDF to read, and how much of them. */
export interface PdfRequest {
  /** What faults call the document. */
  readonly name: string;
  /** The first page, from 1; beyond the end there are no pages to read, and the count is told all the same. */
  readonly first: number;
  /** The last page; may lie beyond the end. */
  readonly last: number;
  /** No further page is begun once the texts hold this many UTF-8 bytes. */
  readonly maxBytes: number;
}

/** What a page says, or why nobody can tell. */
export type PdfPage =
  | {
      readonly kind: "text";
      readonly text: string;
      /** True when the page says more than is ever taken of one. */
      readonly isCut: boolean;
    }
  | { readonly kind: "damaged"; readonly reason: string };

/** Pages of a PDF, from the first that was asked for on. */
export interface PdfPages {
  /** How many pages the document has; never 0. */
  readonly count: number;
  readonly pages: readonly PdfPage[];
}

/**
 * The only way to look into files that take a large program to read.
 * Contract: whatever the bytes are, the caller's thread stays free, time and memory are bounded and nothing is left
 * running; cancellation ends the reading and is raised again. Fewer pages than asked for are returned when there is no time
 * or memory for more, but never none: a first page that takes too long is a `timeout` fault; one that takes too much
 * memory, a damaged document and one locked with a password are a `tool_error`.
 */
export interface Documents {
  pdf(bytes: Uint8Array, request: PdfRequest, cancel: AbortSignal): Promise<PdfPages>;
}

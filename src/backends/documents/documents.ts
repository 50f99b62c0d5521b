import type { Documents } from "../../kernel/index.ts";

/** How much one document may take. */
export interface DocumentLimits {
  /** From starting the reader to its last word. */
  readonly timeMs: number;
  /** Of the reader's whole process, the document included. */
  readonly memoryBytes: number;
  /** Of the text of one page; the rest is left out. */
  readonly pageCharacters: number;
}

const STANDARD_LIMITS: DocumentLimits = {
  timeMs: 20_000,
  memoryBytes: 768 * 1024 * 1024,
  pageCharacters: 8 * 1024 * 1024,
};

/**
 * Reads each document in a process of its own, which ends with the reading. Not in a thread: a PDF of some hundred
 * kilobytes can make the engine run out of memory, and that ends the whole process, whatever limits a thread has.
 * Not covered: memory is looked at every few milliseconds, so a limit can be passed for a moment by what is taken in
 * between; documents read at the same time each have the whole limit; and the reader has the rights of this process.
 */
export function createDocuments(limits: Partial<DocumentLimits> = {}): Documents {
  return {
    // Few calls read a document: what it takes is loaded with the first.
    pdf: async (bytes, request, cancel) => {
      const { readPdf } = await import("./read-pdf.ts");
      return readPdf(bytes, request, { ...STANDARD_LIMITS, ...limits }, cancel);
    },
  };
}

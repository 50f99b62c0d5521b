import type { getDocumentProxy } from "unpdf";
import type { PdfPage } from "../../kernel/index.ts";
import type { DocumentLimits } from "./documents.ts";

/** What a reader is told beside the document, which comes by its standard input. Numbers only: they become program text. */
export interface ReaderOrder extends DocumentLimits {
  readonly size: number;
  readonly first: number;
  readonly last: number;
  readonly maxBytes: number;
  readonly parent: number;
}

/** One line of what a reader says: how opening went, then the pages. */
export type ReaderNote =
  | { readonly kind: "opened"; readonly count: number }
  | { readonly kind: "refused"; readonly isLocked: boolean; readonly reason: string }
  | PdfPage;

type LoadUnpdf = () => Promise<{ readonly getDocumentProxy: typeof getDocumentProxy }>;

type LoadedPage = Awaited<ReturnType<Awaited<ReturnType<typeof getDocumentProxy>>["getPage"]>>;

/**
 * Reads the PDF that comes by standard input and writes each page as soon as it is read.
 * Contract: runs in a process made from its source text, so it refers to nothing outside itself.
 */
export async function servePdf(load: LoadUnpdf, order: ReaderOrder): Promise<void> {
  // What a library prints must not be taken for a note.
  console.log = console.error;
  const { stdin, stdout } = process;
  const unpdf = await load();
  const document = await unpdf.getDocumentProxy(await received(), { verbosity: 0 }).catch(refuse);
  if (document === undefined) return;
  say({ kind: "opened", count: document.numPages });
  const last = Math.min(order.last, document.numPages);
  let room = order.maxBytes;
  for (let number = order.first; number <= last; number += 1) {
    if (room <= 0 && number > order.first) break;
    await document.getPage(number).then(sayText).catch(sayDamage);
  }

  async function received(): Promise<Uint8Array> {
    const whole = new Uint8Array(order.size);
    let filled = 0;
    for await (const chunk of stdin as AsyncIterable<Buffer>) {
      whole.set(chunk, filled);
      filled += chunk.length;
    }
    return whole;
  }

  function refuse(error: Error): undefined {
    say({ kind: "refused", isLocked: error.name === "PasswordException", reason: error.message });
  }

  async function sayText(page: LoadedPage): Promise<void> {
    const { items } = await page.getTextContent();
    const whole = items.map((item) => ("str" in item ? item.str + (item.hasEOL ? "\n" : "") : "")).join("");
    const text = whole.slice(0, order.pageCharacters);
    room -= Buffer.byteLength(text);
    say({ kind: "text", text, isCut: text.length < whole.length });
  }

  function sayDamage(error: Error): void {
    say({ kind: "damaged", reason: error.message });
  }

  function say(note: ReaderNote): void {
    stdout.write(`${JSON.stringify(note)}\n`);
  }
}

/**
 * Ends the process when it has taken more memory than it may, or when nobody is left to hear it.
 * Contract: runs in a thread made from its source text, so it refers to nothing outside itself; a thread, because
 * nothing else in the process gets a turn while a page is being read.
 */
export function watchReader({ memoryBytes, parent }: ReaderOrder): void {
  setInterval(() => {
    if (process.memoryUsage.rss() > memoryBytes || process.ppid !== parent) {
      process.kill(process.pid, "SIGKILL");
    }
  }, 10);
}

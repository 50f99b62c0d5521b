import { Fault, type PdfPage, type PdfPages, type PdfRequest } from "../../kernel/index.ts";
import type { DocumentLimits } from "./documents.ts";
import { type ReaderEnd, runReader } from "./run-reader.ts";

/** Reads pages of a PDF, as many as time and memory allow. */
export async function readPdf(
  bytes: Uint8Array,
  request: PdfRequest,
  limits: DocumentLimits,
  cancel: AbortSignal,
): Promise<PdfPages> {
  const { notes, end } = await runReader(bytes, request, limits, cancel);
  const [opening, ...rest] = notes;
  if (opening?.kind === "refused") throw unreadable(opening, request);
  if (opening?.kind !== "opened") throw endedEarly(end, request, limits);
  const { count } = opening;
  if (count === 0) throw damaged("It has no pages.", request);
  const pages = rest.filter((note): note is PdfPage => note.kind === "text" || note.kind === "damaged");
  const isAnyWanted = request.first <= Math.min(request.last, count);
  if (isAnyWanted && pages.length === 0) throw endedEarly(end, request, limits);
  return { count, pages };
}

function unreadable(
  refusal: { readonly isLocked: boolean; readonly reason: string },
  ask: PdfRequest,
): Fault {
  if (!refusal.isLocked) return damaged(refusal.reason, ask);
  return new Fault("tool_error", `${ask.name} is a PDF locked with a password.`, {
    hint: "Save a copy without the password and read that.",
  });
}

function damaged(reason: string, { name }: PdfRequest): Fault {
  return new Fault("tool_error", `${name} is a damaged PDF and cannot be read: ${reason}`, {
    hint: "Restore the file or export it again.",
  });
}

const MEGABYTE = 1024 * 1024;
const OTHER_WAYS = "Ask for other pages, or make text of it with a program for PDFs.";

function endedEarly(end: ReaderEnd, { name, first }: PdfRequest, limits: DocumentLimits): Fault {
  const what = `${name} is a PDF that takes more than`;
  switch (end.kind) {
    case "late":
      return new Fault("timeout", `${what} ${limits.timeMs / 1000} s to read from page ${first}.`, {
        hint: OTHER_WAYS,
      });
    case "killed": {
      const room = `${Math.floor(limits.memoryBytes / MEGABYTE)} MB`;
      return new Fault("tool_error", `${what} ${room} of memory to read from page ${first}.`, {
        hint: OTHER_WAYS,
      });
    }
    case "over":
      return new Fault("tool_error", `${name} cannot be read: the PDF reader ended, ${end.reason}.`, {
        hint: "The file may be damaged, or the package unpdf not installed.",
      });
  }
}

/** Which part of a text is dropped from: `head` keeps the beginning, `tail` the end, `middle` both ends. */
export type ClipEnd = "head" | "tail" | "middle";

/** How many UTF-8 bytes of output are let through, and from which end. */
export interface OutputBudget {
  readonly kind: ClipEnd;
  readonly maxBytes: number;
  /** Words the note left where bytes were dropped. */
  readonly notice?: (droppedBytes: number) => string;
}

/** What a context allows unless told otherwise: 64 KiB, both ends kept. */
export const STANDARD_BUDGET: OutputBudget = { kind: "middle", maxBytes: 64 * 1024 };

/** Bounds a text to a budget on character boundaries, leaving a notice where bytes were dropped. */
export function clamp(text: string, budget: OutputBudget): string {
  if (text.length * 3 <= budget.maxBytes) return text;
  const bytes = Buffer.from(text, "utf8");
  if (bytes.length <= budget.maxBytes) return text;
  const max = Math.max(0, Math.floor(budget.maxBytes));
  const head =
    budget.kind === "tail" ? 0 : boundaryBefore(bytes, budget.kind === "head" ? max : Math.ceil(max / 2));
  const tail = budget.kind === "head" ? bytes.length : boundaryAfter(bytes, bytes.length - (max - head));
  const notice = (budget.notice ?? plainNotice)(tail - head);
  return bytes.toString("utf8", 0, head) + notice + bytes.toString("utf8", tail);
}

function plainNotice(droppedBytes: number): string {
  return `\n[… ${droppedBytes} bytes omitted …]\n`;
}

function boundaryBefore(bytes: Uint8Array, offset: number): number {
  let at = offset;
  while (at > 0 && isContinuation(bytes[at])) at -= 1;
  return at;
}

function boundaryAfter(bytes: Uint8Array, offset: number): number {
  let at = offset;
  while (at < bytes.length && isContinuation(bytes[at])) at += 1;
  return at;
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}

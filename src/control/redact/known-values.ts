import type { Detector, SecretSpan } from "./detector.ts";
import { secretForms } from "./secret-forms.ts";

/** Finds exact secrets in every form they may take; one pass over the text, however many there are. */
export function knownValues(secrets: readonly string[]): Detector {
  const forms = formsByBeginning(secrets);
  const mayBegin = new Uint8Array(SLOTS);
  for (const beginning of forms.keys()) mayBegin[slotOf(beginning)] = 1;
  return { name: "known values", find: (text) => (forms.size === 0 ? [] : scan(text, forms, mayBegin)) };
}

/** Forms by their first characters, longest first. */
type FormsByBeginning = ReadonlyMap<number, readonly string[]>;

function scan(text: string, forms: FormsByBeginning, mayBegin: Uint8Array): readonly SecretSpan[] {
  const spans: SecretSpan[] = [];
  let free = 0;
  let beginning = 0;
  for (let at = 0; at < text.length; at += 1) {
    beginning = shifted(beginning, text.charCodeAt(at));
    const start = at + 1 - BEGINNING;
    if (start < free || mayBegin[slotOf(beginning)] === 0) continue;
    const form = forms.get(beginning)?.find((candidate) => text.startsWith(candidate, start));
    if (form === undefined) continue;
    free = start + form.length;
    spans.push({ start, end: free, kind: "known-value" });
  }
  return spans;
}

const BEGINNING = 4;
const SLOT_BITS = 16;
const SLOTS = 1 << SLOT_BITS;

function formsByBeginning(secrets: readonly string[]): FormsByBeginning {
  const found = new Map<number, string[]>();
  for (const form of new Set(secrets.flatMap(secretForms))) {
    let beginning = 0;
    for (let at = 0; at < BEGINNING; at += 1) beginning = shifted(beginning, form.charCodeAt(at));
    const same = found.get(beginning);
    if (same === undefined) found.set(beginning, [form]);
    else same.push(form);
  }
  for (const same of found.values()) same.sort((a, b) => b.length - a.length);
  return found;
}

/** Holds the last four characters: with the next one the oldest is shifted out. */
function shifted(beginning: number, code: number): number {
  return (beginning << 8) ^ code;
}

/** Spreads beginnings over the slots, so that most of a text is passed by with one look. */
function slotOf(beginning: number): number {
  return Math.imul(beginning, 0x9e3779b1) >>> (32 - SLOT_BITS);
}

import { pointerOf } from "../json-pointer.ts";

/** One text of a definition: a value, or the name of a field. */
export interface FoundString {
  readonly text: string;
  readonly isName: boolean;
  readonly place: StringPlace;
}

/** Where a text stands: the last step to it, and the place before. */
export interface StringPlace {
  readonly step: string | number;
  readonly before?: StringPlace | undefined;
}

/** Every text of a definition, wherever it stands: descriptions, names, defaults, examples, annotations and the rest. */
export function stringsIn(definition: unknown): readonly FoundString[] {
  const strings: FoundString[] = [];
  const waiting: { readonly value: unknown; readonly place: StringPlace | undefined }[] = [
    { value: definition, place: undefined },
  ];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, place: before } = next;
    if (typeof value !== "object" || value === null) continue;
    const isList = Array.isArray(value);
    for (const [name, one] of Object.entries(value)) {
      const place = { step: isList ? Number(name) : name, before };
      if (!isList) strings.push({ text: name, isName: true, place });
      if (typeof one === "string") strings.push({ text: one, isName: false, place });
      else if (typeof one === "object") waiting.push({ value: one, place });
    }
  }
  return strings;
}

/** Tells whether a text is one short word, in which nothing can be said; most texts of a definition are. */
export function isOneWord(text: string): boolean {
  return /^[a-zA-Z0-9$]{0,24}$/.test(text);
}

/** The steps to a place, from the whole on. */
export function stepsTo(place: StringPlace | undefined): readonly (string | number)[] {
  const steps: (string | number)[] = [];
  for (let at = place; at !== undefined; at = at.before) steps.push(at.step);
  return steps.toReversed();
}

/** A place as a JSON pointer. */
export function pointerTo(place: StringPlace | undefined): string {
  return pointerOf(stepsTo(place));
}

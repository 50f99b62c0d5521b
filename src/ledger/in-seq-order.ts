import type { BridgeCapability, BridgeEntry } from "./bridge-entry.ts";
import { recordedText } from "./recorded-capability.ts";

/** The events that can be folded, in the one order that does not depend on how they were handed in. */
export function inSeqOrder<C extends BridgeCapability>(
  entries: readonly BridgeEntry<C>[],
): readonly BridgeEntry<C>[] {
  const usable = entries.filter(isUsable);
  return placed(usable) ?? usable.toSorted(compareEntries);
}

/** A log from elsewhere may hold anything: what has no place, no key or nothing to enroll is not an event. */
export function isUsable(entry: BridgeEntry | null | undefined): boolean {
  return (
    typeof entry === "object" &&
    entry !== null &&
    Number.isSafeInteger(entry.seq) &&
    typeof entry.key === "string" &&
    typeof entry.server === "string" &&
    typeof entry.at === "string" &&
    (entry.op === "enroll"
      ? typeof entry.capability === "object" && entry.capability !== null
      : entry.op === "retire")
  );
}

/** Sorting without comparing, for a log whose places are close together; nothing when two events claim one place. */
function placed<C extends BridgeCapability>(
  entries: readonly BridgeEntry<C>[],
): BridgeEntry<C>[] | undefined {
  let [lowest, highest] = [Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER];
  for (const { seq } of entries) {
    if (seq < lowest) lowest = seq;
    if (seq > highest) highest = seq;
  }
  const span = highest - lowest + 1;
  if (span > entries.length * 2) return undefined;
  const places = Array.from<BridgeEntry<C> | undefined>({ length: Math.max(0, span) });
  for (const entry of entries) {
    if (places[entry.seq - lowest] !== undefined) return undefined;
    places[entry.seq - lowest] = entry;
  }
  return places.filter((entry) => entry !== undefined);
}

/** Two writers can claim one place; then the rest of the event decides, so that every reader comes to the same end. */
function compareEntries(a: BridgeEntry, b: BridgeEntry): number {
  return (
    a.seq - b.seq ||
    compareTexts(a.at, b.at) ||
    compareTexts(a.key, b.key) ||
    compareTexts(a.op, b.op) ||
    compareTexts(a.server, b.server) ||
    compareTexts(capabilityText(a), capabilityText(b))
  );
}

function capabilityText(entry: BridgeEntry): string {
  return entry.op === "enroll" ? (recordedText(entry.capability) ?? "") : "";
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

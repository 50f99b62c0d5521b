import type { Pin } from "./definition-pin.ts";

/** Whom a part speaks to: the model, whoever judges calls, whoever reads results, or only the eye. */
export type PinAudience = "model" | "policy" | "output" | "cosmetic";

/** One part that differs between two pins. */
export interface PinChange {
  readonly part: string;
  readonly kind: "added" | "removed" | "changed";
  readonly audience: PinAudience;
}

/** What differs between what was approved and what is there now. */
export interface PinDifference {
  /** `noted` is told and goes on, `quarantine` waits for a person. */
  readonly verdict: "same" | "noted" | "quarantine";
  readonly changes: readonly PinChange[];
}

/** Compares what was approved with what is there now; only a changed title or icon passes without a person. */
export function pinDifference(approved: Pin, now: Pin): PinDifference {
  if (approved.whole === now.whole) return { verdict: "same", changes: [] };
  const changes = [...new Set([...Object.keys(approved.parts), ...Object.keys(now.parts)])]
    .toSorted()
    .flatMap((part) => changeOf(part, partOf(approved, part), partOf(now, part)));
  // A whole that differs without a part that does was tampered with, or pinned by other rules.
  const isCosmetic = changes.length > 0 && changes.every(({ audience }) => audience === "cosmetic");
  return { verdict: isCosmetic ? "noted" : "quarantine", changes };
}

function partOf({ parts }: Pin, part: string): string | undefined {
  return Object.hasOwn(parts, part) ? parts[part] : undefined;
}

function changeOf(part: string, before: string | undefined, after: string | undefined): PinChange[] {
  if (before === after) return [];
  const kind = before === undefined ? "added" : after === undefined ? "removed" : "changed";
  return [{ part, kind, audience: audienceOf(part) }];
}

const AUDIENCES: ReadonlyMap<string, PinAudience> = new Map<string, PinAudience>([
  ["annotations", "policy"],
  ["outputSchema", "output"],
  ["title", "cosmetic"],
  ["icons", "cosmetic"],
]);

/** A field nobody here knows may reach the model. */
function audienceOf(part: string): PinAudience {
  return AUDIENCES.get(part) ?? "model";
}

import type { DeckMembership } from "../kernel/index.ts";
import type { DeckProfile } from "./contract.ts";
import { unknownCapability } from "./unknown-capability.ts";

/** The profiles, narrowest first. */
export const DECK_PROFILES: readonly DeckProfile[] = ["authoring", "survey", "all"];

/** Clear names for the two profiles whose own names are inverted. */
export const PROFILE_ALIASES = { observe: "authoring", full: "survey" } as const satisfies Record<
  string,
  DeckProfile
>;

/** A profile by its own name or its clear one. */
export type DeckProfileName = DeckProfile | keyof typeof PROFILE_ALIASES;

/** Every name a profile answers to. */
export const PROFILE_NAMES: readonly DeckProfileName[] = ["authoring", "observe", "survey", "full", "all"];

/** Which built-ins a profile selects. The names are inverted (`authoring` only reads) and stay so: hosts rely on them. */
export const BUILTIN_MEMBERS: Readonly<Record<DeckProfile, readonly DeckMembership[]>> = {
  authoring: ["read-only"],
  survey: ["read-only", "mutating"],
  all: ["read-only", "mutating"],
};

/** Whether a profile goes beyond the built-ins. */
export const GOES_BEYOND_BUILTINS: Readonly<Record<DeckProfile, boolean>> = {
  authoring: false,
  survey: false,
  all: true,
};

/** The profile a name stands for. */
export function profileOf(name: string): DeckProfile {
  const profile = Object.hasOwn(PROFILE_ALIASES, name)
    ? PROFILE_ALIASES[name as keyof typeof PROFILE_ALIASES]
    : name;
  const known = DECK_PROFILES.find((each) => each === profile);
  if (known === undefined) throw unknownCapability(name, PROFILE_NAMES, "profile");
  return known;
}

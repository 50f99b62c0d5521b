/** How far an agent is trusted: read-only, bounded, suggestion, autonomous. */
export type TrustLevel = "L0" | "L1" | "L2" | "L3";

/** The four levels, lowest first. */
export const TRUST_LEVELS: readonly TrustLevel[] = ["L0", "L1", "L2", "L3"];

/** Orders two levels as a sort function does. */
export function compareTrust(a: TrustLevel, b: TrustLevel): number {
  return TRUST_LEVELS.indexOf(a) - TRUST_LEVELS.indexOf(b);
}

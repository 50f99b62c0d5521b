/** Where a tool's effect lands. */
export type EffectScope = "filesystem" | "session";

/** Whom a tool calls out to. */
export type EffectPeer = "shell" | "network" | "remote";

/** One declared effect of a tool, in its wire spelling. */
export type Effect = `READS(${EffectScope})` | `WRITES(${EffectScope})` | `CALLS(${EffectPeer})`;

/** Declares that a tool looks at something. */
export function reads<S extends EffectScope>(scope: S): `READS(${S})` {
  return `READS(${scope})`;
}

/** Declares that a tool changes something. */
export function writes<S extends EffectScope>(scope: S): `WRITES(${S})` {
  return `WRITES(${scope})`;
}

/** Declares that a tool hands work to someone else. */
export function calls<P extends EffectPeer>(peer: P): `CALLS(${P})` {
  return `CALLS(${peer})`;
}

/** Tells whether a tool with these effects can leave anything different behind. */
export function isMutating(effects: readonly Effect[]): boolean {
  return effects.some(
    (effect) => effect.startsWith("WRITES") || effect === "CALLS(shell)" || effect === "CALLS(remote)",
  );
}

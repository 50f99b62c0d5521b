import { UsageFault } from "./usage-fault.ts";

const UNITS: Readonly<Record<string, number>> = {
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};

/** A moment, told as a time ago (`90m`, `2d`) or as a date. */
export function parseSince(text: string, now: number, flag = "--since"): number {
  const [, count, unit = ""] = /^(\d{1,6})\s*([smhdw])$/.exec(text.trim()) ?? [];
  if (count !== undefined) return now - Number(count) * (UNITS[unit] ?? 0);
  const at = /^\d{4}-\d{2}-\d{2}/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isFinite(at)) return at;
  throw new UsageFault(
    `${flag} ${JSON.stringify(text)} is no time.`,
    "Say how long ago, such as 90m, 2h or 7d, or a date, such as 2026-01-31 or 2026-01-31T12:00Z.",
  );
}

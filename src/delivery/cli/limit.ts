import { UsageFault } from "./usage-fault.ts";

/** How many rows a flag asks for. */
export function parseLimit(text: string | undefined, usual: number): number {
  if (text === undefined) return usual;
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new UsageFault(`--limit ${JSON.stringify(text)} is no number of rows.`, "Give a number from 1 on.");
}

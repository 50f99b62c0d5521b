import { Fault } from "../../../kernel/index.ts";
import type { Catalogue } from "./catalogue.ts";

/** Tells which toolkits are asked for, whatever their case; one that does not exist is a `not_found` fault. */
export function wantedToolkits(
  names: readonly string[],
  { toolkits, failures }: Catalogue,
): (toolkit: string) => boolean {
  if (names.length === 0) return () => true;
  const wanted = new Set(names.map((name) => name.toLowerCase()));
  const known = new Set(toolkits.map((toolkit) => toolkit.toLowerCase()));
  const unknown = names.filter((name) => !known.has(name.toLowerCase()));
  if (unknown.length === 0) return (toolkit) => wanted.has(toolkit.toLowerCase());
  const list = toolkits.length === 0 ? "There are none." : `There are: ${toolkits.join(", ")}.`;
  throw new Fault(
    "not_found",
    `There is no toolkit ${unknown.map((name) => JSON.stringify(name.slice(0, 100))).join(", ")}.`,
    {
      hint: [list, ...failures].join(" "),
    },
  );
}

import type { Alternative } from "../../kernel/index.ts";

const MOST_TOLD = 20;

/** Tells the record which places could have been meant and were not taken; a long list is cut and counted. */
export function notChosen(places: readonly string[], why: string): readonly Alternative[] {
  const told = places.slice(0, MOST_TOLD).map((what) => ({ what, why }));
  const more = places.length - told.length;
  return more === 0 ? told : [...told, { what: `${more} more places`, why }];
}

import { digestOf } from "../kernel/index.ts";

const LONGEST = 64;
const HEX_DIGITS = 20;
const SAFE = /^[a-zA-Z0-9_-]{1,64}$/;
const PROJECTED = /_[0-9a-f]{20}$/;

/**
 * A tool's name as every model provider takes it: the name itself where it fits, else its safe beginning and a digest of
 * the whole. It depends on nothing but the name, and names that already look projected are projected too, so that no
 * tool can take another's.
 */
export function providerName(name: string): string {
  if (SAFE.test(name) && !PROJECTED.test(name)) return name;
  const suffix = `_${digestOf(Buffer.from(JSON.stringify(name), "utf8")).slice(0, HEX_DIGITS)}`;
  return name.replaceAll(/[^a-zA-Z0-9_-]+/g, "-").slice(0, LONGEST - suffix.length) + suffix;
}

/** The way from names to providers and back. */
export interface ProviderNames {
  toProvider(name: string): string;
  /** The tool a provider means; nothing for a name that was never handed out. */
  fromProvider(projected: string): string | undefined;
}

/** Makes the mapping for the tools on offer, whatever their order. */
export function createProviderNames(names: Iterable<string>): ProviderNames {
  const byProjection = new Map(Array.from(names, (name) => [providerName(name), name]));
  return { toProvider: providerName, fromProvider: (projected) => byProjection.get(projected) };
}

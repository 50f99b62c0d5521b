import type { PageElement } from "../page-tree.ts";
import { toAddress } from "./address.ts";
import type { Writing } from "./writing.ts";

/** A picture as its description and address; pictures that are only there to count readers are nothing. */
export function renderImage({ attributes }: PageElement, { format, base }: Writing): string {
  const alt = (attributes.get("alt") ?? "").replaceAll(/\s+/g, " ").trim().slice(0, MOST_ALT);
  const address = LAZY.map((name) => toAddress(sourceOf(attributes.get(name)), base)).find(
    (url) => url !== undefined,
  );
  if (isTiny(attributes) || (address !== undefined && DECORATION.test(address)))
    return alt.length > 3 ? alt : "";
  if (format === "text" || address === undefined) return alt === "" ? "" : `[image: ${alt}]`;
  return alt === "" && isSmall(attributes) ? "" : `![${alt.replaceAll(/[[\]]/g, "")}](${address})`;
}

/** Where a page that loads its pictures late keeps the real address comes first. */
const LAZY = ["data-src", "data-original", "data-lazy-src", "src", "data-srcset", "srcset"];
const MOST_ALT = 500;
const DECORATION =
  /(?:\/|\b)(?:pixel|spacer|blank|transparent|1x1|clear)(?:\.gif|\.png)?(?:\?|$)|\/(?:pixel|track|beacon)[/?.]/i;

function sourceOf(value: string | undefined): string | undefined {
  return value?.trim().split(/\s/)[0]?.replace(/,$/, "");
}

function isTiny(attributes: ReadonlyMap<string, string>): boolean {
  return ["width", "height"].some((name) => /^[0-3](?:px)?$/.test(attributes.get(name) ?? ""));
}

function isSmall(attributes: ReadonlyMap<string, string>): boolean {
  return ["width", "height"].some((name) => Number.parseInt(attributes.get(name) ?? "", 10) <= 48);
}

import type { Node } from "jsonc-parser";

/** The value of a property of an object; the last one counts where a key is repeated, as in every JSON parser. */
export function propertyOf(node: Node, key: string): Node | undefined {
  if (node.type !== "object") return undefined;
  return node.children?.findLast(({ children }) => children?.[0]?.value === key)?.children?.[1];
}

/** A source as notebooks keep it, in one piece or line by line; undefined for anything else. */
export function textOfSource(node: Node | undefined): string | undefined {
  if (node?.type === "string") return node.value as string;
  if (node?.type !== "array") return undefined;
  const lines = (node.children ?? []).map((line) => line.value as unknown);
  return lines.every((line) => typeof line === "string") ? lines.join("") : undefined;
}

/** Where a node ends in its text. */
export function endOf({ offset, length }: Node): number {
  return offset + length;
}

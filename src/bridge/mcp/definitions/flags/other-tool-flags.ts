import type { RemoteDefinition } from "../../../../ledger/index.ts";
import { excerptOf, type Flag } from "./flag.ts";
import { foldText } from "./folded-text.ts";
import type { FindOtherTool } from "./other-tools.ts";
import { isOneWord, pointerTo, stringsIn } from "./strings-in.ts";

const MOST_FLAGS = 5;

/** Where a definition talks about tools of others; which others there are is known only when it is asked. */
export function otherToolFlags(definition: RemoteDefinition, find: FindOtherTool): readonly Flag[] {
  const flags: Flag[] = [];
  for (const { text, isName, place } of stringsIn(definition)) {
    if (isName || place.step === "name") continue;
    flags.push(...otherToolsIn(text, find, pointerTo(place)));
    if (flags.length >= MOST_FLAGS) break;
  }
  return flags;
}

/** The same in one text. */
export function otherToolsIn(text: string, find: FindOtherTool, where = ""): readonly Flag[] {
  if (isOneWord(text)) return [];
  return find(foldText(text)).map((finding) => ({
    kind: finding.kind,
    where,
    excerpt: excerptOf(text, finding),
  }));
}

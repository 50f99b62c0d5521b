import { join } from "node:path";
import type { SignedIn, TokenScope, TokenStore } from "../../bridge/index.ts";
import { isSignedIn } from "./is-signed-in.ts";
import { labelledText, valueLabelled } from "./labelled-text.ts";
import { scopeName } from "./scope-name.ts";
import type { McpFilesOptions } from "./tell-damage.ts";
import { createVersionedTexts } from "./versioned-texts.ts";

/** Keeps sign-ins below the state folder, readable by this user only; one that is damaged is told, and is none. */
export function createFileTokens(stateFolder: string, { tell }: McpFilesOptions = {}): TokenStore {
  const folder = join(stateFolder, "mcp", "tokens");
  const texts = createVersionedTexts(folder);

  const signedIn = (scope: TokenScope, text: string | undefined): SignedIn | undefined => {
    if (text === undefined) return undefined;
    const kept = valueLabelled(wordsOf(scope), text);
    if (kept === null) return undefined;
    if (isSignedIn(kept)) return kept;
    const file = join(folder, scopeName(...wordsOf(scope)));
    tell?.(`The sign-in at server ${JSON.stringify(scope.server)}, in ${file}, is damaged: sign in anew.`);
    return undefined;
  };

  return {
    get: async (scope) => signedIn(scope, await texts.read(scopeName(...wordsOf(scope)))),
    update: async (scope, change) => {
      const text = await texts.update(scopeName(...wordsOf(scope)), (before) => {
        const next = change(signedIn(scope, before));
        return next === undefined && before === undefined ? undefined : labelledText(wordsOf(scope), next);
      });
      return signedIn(scope, text);
    },
  };
}

function wordsOf({ workspace, server, url }: TokenScope): readonly string[] {
  return [workspace, server, url];
}

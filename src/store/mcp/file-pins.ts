import { join } from "node:path";
import type { PinnedServer, PinScope, PinStore } from "../../bridge/index.ts";
import { isPinnedServer } from "./is-pinned-server.ts";
import { labelledText, valueLabelled } from "./labelled-text.ts";
import { scopeName } from "./scope-name.ts";
import type { McpFilesOptions } from "./tell-damage.ts";
import { createVersionedTexts } from "./versioned-texts.ts";

/** Keeps pins below the state folder. What is damaged is told, and nothing of that server is trusted until approved anew. */
export function createFilePins(stateFolder: string, { tell }: McpFilesOptions = {}): PinStore {
  const folder = join(stateFolder, "mcp", "pins");
  const texts = createVersionedTexts(folder);

  const pinnedIn = (scope: PinScope, text: string | undefined): PinnedServer | undefined => {
    if (text === undefined) return undefined;
    const pinned = valueLabelled(wordsOf(scope), text);
    if (pinned === null) return undefined;
    return isPinnedServer(pinned) ? { ...pinned, instructions: pinned.instructions } : damaged(scope);
  };

  const damaged = (scope: PinScope): PinnedServer => {
    const file = join(folder, scopeName(...wordsOf(scope)));
    const damage = `What was pinned of server ${JSON.stringify(scope.server)}, in ${file}, is damaged`;
    tell?.(`${damage}: the server waits until a person approves it anew.`);
    return { ...UNREADABLE, damage: `${damage}.` };
  };

  return {
    get: async (scope) => {
      try {
        return pinnedIn(scope, await texts.read(scopeName(...wordsOf(scope))));
      } catch {
        // Out of reach: the server waits, and costs the others nothing.
        return damaged(scope);
      }
    },
    update: async (scope, change) => {
      const text = await texts.update(scopeName(...wordsOf(scope)), (before) => {
        const next = change(pinnedIn(scope, before));
        return next === undefined && before === undefined ? undefined : labelledText(wordsOf(scope), next);
      });
      return pinnedIn(scope, text);
    },
  };
}

function wordsOf({ workspace, server }: PinScope): readonly string[] {
  return [workspace, server];
}

/** No hash is called so: whatever a server is, it differs from this in every part. */
const UNREADABLE_HASH = "damaged";

const UNREADABLE: PinnedServer = {
  identity: {
    whole: UNREADABLE_HASH,
    parts: {
      command: UNREADABLE_HASH,
      args: UNREADABLE_HASH,
      url: UNREADABLE_HASH,
      instructions: UNREADABLE_HASH,
    },
  },
  instructions: undefined,
  tools: {},
};

import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Consent, ConsentStore } from "../../bridge/index.ts";
import { readIfThere } from "../read-if-there.ts";
import { withinReach } from "../within-reach.ts";
import { writeWhole } from "../write-whole.ts";
import { scopeName } from "./scope-name.ts";
import { type McpFilesOptions, type TellDamage, tryParseObject } from "./tell-damage.ts";

/**
 * Keeps consents below the state folder, each in a file of its own, so that those who grant at once cannot undo one
 * another. What is damaged, or was copied there from elsewhere, is told and counts for nothing.
 */
export function createFileConsents(stateFolder: string, { tell }: McpFilesOptions = {}): ConsentStore {
  const folder = join(stateFolder, "mcp", "consents");
  const list = async (): Promise<readonly Consent[]> => {
    const files = await filesIn(folder);
    const consents = await Promise.all(files.map((file) => consentIn(folder, file, tell)));
    return consents.filter((consent) => consent !== undefined).toSorted((a, b) => (a.at < b.at ? -1 : 1));
  };
  return {
    list,
    grant: ({ hash, workspace, server, at }) =>
      writeWhole(
        join(folder, fileOf({ hash, workspace, server })),
        `${JSON.stringify({ hash, workspace, server, at })}\n`,
      ),
    withdraw: async (workspace, server) => {
      const gone = (await list()).filter((each) => each.workspace === workspace && each.server === server);
      await Promise.all(gone.map((consent) => rm(join(folder, fileOf(consent)), { force: true })));
    },
  };
}

const CONSENT_FILE = /^[0-9a-f]{64}\.json$/;

function fileOf({ hash, workspace, server }: Omit<Consent, "at">): string {
  return `${scopeName(workspace, server, hash)}.json`;
}

function filesIn(folder: string): Promise<readonly string[]> {
  return withinReach(folder, async () => {
    try {
      return (await readdir(folder)).filter((name) => CONSENT_FILE.test(name)).toSorted();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
      throw error;
    }
  });
}

async function consentIn(
  folder: string,
  name: string,
  tell: TellDamage | undefined,
): Promise<Consent | undefined> {
  const file = join(folder, name);
  try {
    const text = await readIfThere(file);
    // Withdrawn by another process since it was listed.
    if (text === undefined) return undefined;
    const consent = tryParseObject(text);
    if (isConsent(consent) && fileOf(consent) === name) return consent;
  } catch {
    // Told below, like any other damage: one file must not take the others with it.
  }
  tell?.(
    `The consent in ${file} is damaged and does not count: approve the server anew, or remove the file.`,
  );
  return undefined;
}

function isConsent(value: unknown): value is Consent {
  const { hash, workspace, server, at } = (value ?? {}) as Record<string, unknown>;
  return [hash, workspace, server, at].every((word) => typeof word === "string");
}

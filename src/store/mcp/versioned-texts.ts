import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { link, rm } from "node:fs/promises";
import { join } from "node:path";
import { Fault } from "../../kernel/index.ts";
import { withinReach } from "../within-reach.ts";
import { writeWhole } from "../write-whole.ts";

/** Texts that several processes may change at once, each change as one step. */
export interface VersionedTexts {
  /** The newest text; nothing before the first. An empty one was damaged, for none is ever kept. */
  read(name: string): Promise<string | undefined>;
  /** Puts a text in place of the newest, or leaves it when there is none to put; runs `change` again when somebody was first. */
  update(name: string, change: (text: string | undefined) => string | undefined): Promise<string | undefined>;
}

/**
 * Keeps each text as a folder of numbered versions, of which the highest counts. Whoever changes a text adds the next
 * number, which exactly one can: there is no lock that somebody who was killed could leave behind.
 */
export function createVersionedTexts(folder: string): VersionedTexts {
  const folderOf = (name: string) => join(folder, name);
  return {
    read: (name) => withinReach(folderOf(name), async () => newestOf(folderOf(name)).text),
    update: async (name, change) => {
      const own = folderOf(name);
      for (let tries = 0; tries < MOST_TRIES; tries += 1) {
        const newest = await withinReach(own, async () => newestOf(own));
        const text = change(newest.text);
        if (text === undefined || text === newest.text) return newest.text;
        if (await addVersion(own, newest.number + 1, text)) return text;
      }
      throw new Fault("unavailable", `Others change what is kept in ${own} without a pause.`, {
        hint: "Try again.",
      });
    },
  };
}

/** Every attempt that fails is another's success; so many in a row are no accident. */
const MOST_TRIES = 500;

/** How many numbers stay taken after their texts are gone, so that a slow process cannot take one again. */
const KEPT_NUMBERS = 64;

interface Version {
  /** 0 before the first. */
  readonly number: number;
  readonly text: string | undefined;
}

/** Reads without giving way: a few small files are there sooner than the thread pool could be asked for one. */
function newestOf(folder: string): Version {
  let number = highestIn(folder);
  while (number > 0) {
    const text = readIfThere(join(folder, fileName(number)));
    if (text !== undefined && text !== "") return { number, text };
    // Emptied since it was listed, by whoever added a newer one; or damaged, when there is none.
    const now = highestIn(folder);
    if (now === number) return { number, text: "" };
    number = now;
  }
  return { number, text: undefined };
}

async function addVersion(folder: string, number: number, text: string): Promise<boolean> {
  const file = join(folder, fileName(number));
  const draft = `${file}.${randomBytes(6).toString("hex")}`;
  await writeWhole(draft, text);
  try {
    if (!(await withinReach(file, () => tryLink(draft, file)))) return false;
  } finally {
    await rm(draft, { force: true });
  }
  return settled(folder, number);
}

/** Clears up behind a version that was just added; false when its number had been taken and given up long ago. */
async function settled(folder: string, number: number): Promise<boolean> {
  if (highestIn(folder) > number + KEPT_NUMBERS / 2) {
    await rm(join(folder, fileName(number)), { force: true });
    return false;
  }
  if (number > 1) await writeWhole(join(folder, fileName(number - 1)), "");
  const old = namesIn(folder).filter((name) => Number.parseInt(name, 10) <= number - KEPT_NUMBERS);
  for (const name of old) await rm(join(folder, name), { force: true });
  return true;
}

/** A name that is taken cannot be linked to, whoever looked when. */
async function tryLink(draft: string, file: string): Promise<boolean> {
  try {
    await link(draft, file);
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  }
}

const VERSION = /^\d{12}$/;

function fileName(number: number): string {
  return String(number).padStart(12, "0");
}

function highestIn(folder: string): number {
  return namesIn(folder).reduce(
    (most, name) => (VERSION.test(name) ? Math.max(most, Number(name)) : most),
    0,
  );
}

function namesIn(folder: string): readonly string[] {
  return unlessMissing(() => readdirSync(folder)) ?? [];
}

function readIfThere(file: string): string | undefined {
  return unlessMissing(() => readFileSync(file, "utf8"));
}

function unlessMissing<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}

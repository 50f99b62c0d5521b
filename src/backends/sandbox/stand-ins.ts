import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmdirSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { STARTUP_FILES } from "../../kernel/index.ts";
import { contains } from "../local/confinement.ts";
import { createSharedUse, createUserName } from "./shared-use.ts";

/** Something harmless in the place of a protected file or folder that does not exist. */
interface StandIn {
  readonly name: string;
  /** The text of a file; without it, it is an empty folder. */
  readonly text?: string;
  /** True when it is never somebody's own, so that one that another host put there goes too. */
  readonly isTelling?: boolean;
  /** True when others would take it for something else, so that it goes at once. */
  readonly isConspicuous?: boolean;
}

const DECKHAND: StandIn = { name: ".deckhand" };
/** To git an empty folder is no repository. */
const REPOSITORY: StandIn = { name: ".git", isTelling: true, isConspicuous: true };

const WORKTREE_SETTINGS = "config.worktree";

/** git takes its settings and hooks from where `commondir` says; `.` is where they are without it. */
const IN_REPOSITORY: readonly StandIn[] = [
  { name: "hooks" },
  { name: "config", text: "" },
  { name: WORKTREE_SETTINGS, text: "", isTelling: true },
  { name: "commondir", text: ".\n", isTelling: true },
];

/** What belongs into a folder that holds these names: all of it into a repository's own, little into the record of a worktree. */
export function standInsOf(names: ReadonlySet<string>): readonly StandIn[] {
  if (!names.has("HEAD")) return [];
  if (names.has("objects") && names.has("refs")) return IN_REPOSITORY;
  return names.has("commondir") ? IN_REPOSITORY.filter(({ name }) => name === WORKTREE_SETTINGS) : [];
}

/** The same without settings for each worktree where git would not read them: every bind makes a sandbox slower. */
function obeyedIn(folder: string): typeof standInsOf {
  return (names) =>
    standInsOf(names).filter(({ name }) => name !== WORKTREE_SETTINGS || hasWorktreeSettings(folder, names));
}

/** The record of a worktree has its repository's settings, two folders above. */
function hasWorktreeSettings(folder: string, names: ReadonlySet<string>): boolean {
  try {
    const settings = join(folder, names.has("objects") ? "config" : "../../config");
    return /worktreeconfig/i.test(textOf(settings) ?? "worktreeconfig");
  } catch {
    return false;
  }
}

/** A key in there would let somebody in; ssh does not mind that it is empty. */
export const KEYS: StandIn = { name: ".ssh" };

/** Where shells, git and ssh look for them; in any other folder nobody reads one. */
const IN_HOME: readonly StandIn[] = [
  ...[...STARTUP_FILES, ".gitconfig"].map((name) => ({ name, text: "" })),
  KEYS,
];

/** What stands where a command must not be able to make something: a person's own git or Deckhand would do what it says. */
export interface StandIns {
  /** Puts them there, for one more command. */
  put(): void;
  /** Puts those of further repositories there as well, for as long; tells where what they stand for is, made or not. */
  putInto(gitFolders: readonly string[]): readonly string[];
  /** For one command less; when there is none, they go, most of them after a moment: the next one may be near. */
  release(): void;
  /** Takes them away at once. */
  close(): void;
}

const LINGER_MS = 250;

/** Stand-ins in a writable folder, and in a home that lies in it; bubblewrap can only cover what exists. */
export function createStandIns(root: string, home: string, user = createUserName()): StandIns {
  const use = createSharedUse(root, user);
  const known = new Map<string, StandIn>();
  let commands = 0;
  let isInUse = false;
  let idle: NodeJS.Timeout | undefined;
  return {
    put: () => {
      commands += 1;
      clearTimeout(idle);
      if (isInUse) putAll();
      else use.begin(putAll);
      isInUse = true;
    },
    putInto: (gitFolders) =>
      gitFolders
        .filter((folder) => contains(root, folder))
        .flatMap((folder) => putThere(folder, obeyedIn(folder)).map(({ name }) => join(folder, name))),
    release: () => {
      commands -= 1;
      if (commands > 0) return;
      const conspicuous = [...known].filter(([, { isConspicuous }]) => isConspicuous);
      if (conspicuous.length > 0) use.ifAlone(() => takeAway(conspicuous));
      // Keeps the process for this moment: nobody else would take them away.
      idle = setTimeout(finish, LINGER_MS);
    },
    close: finish,
  };

  function finish(): void {
    clearTimeout(idle);
    if (isInUse) use.end(() => takeAway([...known].toReversed()));
    isInUse = false;
    known.clear();
  }

  function putAll(): void {
    const repository = join(root, ".git");
    const isRepository = isFilledFolder(repository);
    putThere(root, () => (isRepository ? [DECKHAND] : [DECKHAND, REPOSITORY]));
    if (isRepository) putThere(repository, () => IN_REPOSITORY);
    if (contains(root, home)) putThere(home, () => IN_HOME);
  }

  function putThere(
    folder: string,
    choose: (present: ReadonlySet<string>) => readonly StandIn[],
  ): readonly StandIn[] {
    let wanted: readonly StandIn[] = [];
    inVerified(folder, (at) => {
      const present = new Set(readdirSync(at));
      wanted = choose(present);
      for (const standIn of wanted) {
        const isNew = !present.has(standIn.name) && make(join(at, standIn.name), standIn);
        if (isNew || standIn.isTelling) known.set(join(folder, standIn.name), standIn);
      }
    });
    return wanted;
  }
}

/** Gives a way into a folder that is the very one that was meant, not what a link has made of it since. */
function inVerified(folder: string, use: (at: string) => void): void {
  const { O_RDONLY, O_DIRECTORY, O_NOFOLLOW } = constants;
  let descriptor: number | undefined;
  try {
    descriptor = openSync(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
    const at = `/proc/self/fd/${descriptor}`;
    if (readlinkSync(at) === folder) use(at);
  } catch {
    // What we cannot reach, a command cannot either.
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** What we may not make, a command may not either; what somebody else has just made is theirs. */
function make(path: string, { text }: StandIn): boolean {
  try {
    if (text === undefined) mkdirSync(path);
    else writeFileSync(path, text, { flag: "wx" });
    return true;
  } catch {
    return false;
  }
}

/** Only as it was put there: a folder that holds something, or another text, is somebody's own by now. */
function takeAway(standIns: readonly (readonly [string, StandIn])[]): void {
  for (const [path, { name, text }] of standIns) {
    inVerified(join(path, ".."), (at) => {
      const place = join(at, name);
      if (text === undefined) rmdirSync(place);
      else if (textOf(place) === text) unlinkSync(place);
    });
  }
}

const MOST_BYTES = 64 * 1024;

/** The text of a small file; a command may have put anything else there, such as a pipe that never answers. */
function textOf(path: string): string | undefined {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  const descriptor = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    const found = fstatSync(descriptor);
    return found.isFile() && found.size <= MOST_BYTES ? readFileSync(descriptor, "utf8") : undefined;
  } finally {
    closeSync(descriptor);
  }
}

function isFilledFolder(path: string): boolean {
  try {
    return lstatSync(path).isDirectory() && readdirSync(path).length > 0;
  } catch {
    return false;
  }
}

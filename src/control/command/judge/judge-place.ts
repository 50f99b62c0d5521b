import { basename, resolve } from "node:path";
import { protectedReason } from "../../../kernel/index.ts";
import { isWithin } from "../../policy/is-within.ts";
import { sensitiveReason } from "../../policy/sensitive-reason.ts";
import { quoted } from "../../policy/visible.ts";
import type { Finding, Surroundings } from "../program-facts.ts";
import type { Word } from "../simple-command.ts";
import { behindLinks } from "./behind-links.ts";
import { isInside } from "./is-inside.ts";
import { isListing } from "./is-listing.ts";
import { strictestOf } from "./objection.ts";
import { pathFrom } from "./path-from.ts";
import { meaningsOf } from "./pattern-meanings.ts";
import { judgeHistory } from "./repository-history.ts";
import {
  isLasting,
  isOtherProcess,
  isStream,
  isSystemFact,
  isSystemPlace,
  isWholeTree,
} from "./system-places.ts";

/** What happens to a place. */
export type PlaceOp = "read" | "write" | "delete";

/** What speaks against a command touching a place; undefined when nothing does. */
export function judgePlace(
  op: PlaceOp,
  word: Word,
  cwd: string | undefined,
  surroundings: Surroundings,
): Finding | undefined {
  const { text, isPattern = false } = word;
  if (text === "" || (text !== undefined && isStream(text))) return undefined;
  if (text === undefined || (cwd === undefined && !text.startsWith("/"))) return unknownPlace(op, word);
  const { links } = surroundings;
  if (links === undefined) return judgeMeanings(op, pathFrom(cwd ?? "/", text), isPattern, surroundings);
  // Deleting a link leaves alone what it leads to.
  const paths = behindLinks(cwd ?? "/", text, links, op !== "delete");
  return strictestOf(paths.flatMap((path) => judgeMeanings(op, path, isPattern, surroundings) ?? []));
}

function judgeMeanings(
  op: PlaceOp,
  path: string,
  isPattern: boolean,
  surroundings: Surroundings,
): Finding | undefined {
  if (!isPattern) return judgePath(op, path, surroundings);
  const everything = op === "delete" ? everythingIn(path, surroundings) : undefined;
  if (everything !== undefined) return everything;
  return strictestOf(meaningsOf(path).flatMap((meaning) => judgePath(op, meaning, surroundings) ?? []));
}

function unknownPlace(op: PlaceOp, word: Word): Finding | undefined {
  if (op === "read" && word.from !== undefined && word.from.every(isListing)) return undefined;
  return ask("file.unknown", `only running it would tell what it would ${op}`);
}

function judgePath(op: PlaceOp, path: string, surroundings: Surroundings): Finding | undefined {
  if (isStream(path)) return undefined;
  if (op === "read") return judgeRead(path, surroundings);
  const guard = protectedReason(path);
  if (guard !== undefined) return deny("file.protected", `it would ${op} ${quoted(path)}: ${guard}`);
  return judgeHistory(op, path) ?? judgeChange(op, path, surroundings);
}

function judgeRead(path: string, surroundings: Surroundings): Finding | undefined {
  if (isOtherProcess(path)) {
    return deny("process.environment", `it would read ${quoted(path)}, which belongs to another process`);
  }
  const what = sensitiveReason(path, "read");
  if (what !== undefined) return ask("file.sensitive", `it would read ${quoted(path)}, ${what}`);
  return isInside(path, surroundings) || isSystemFact(path) ? undefined : outside("read", path);
}

function judgeChange(op: "write" | "delete", path: string, surroundings: Surroundings): Finding | undefined {
  if (isInside(path, surroundings)) return judgeOwn(op, path, surroundings);
  const losesWorkspace = op === "delete" && isWithin(surroundings.workspace, path);
  if (losesWorkspace || (op === "delete" && isWholeTree(path, surroundings.home))) {
    return deny("file.delete-everything", `it would delete ${quoted(path)} with everything in it`);
  }
  if (path === "/dev/tty") return ask("file.terminal", "it writes to a terminal, and there is none");
  if (path.startsWith("/dev/tcp/") || path.startsWith("/dev/udp/")) return undefined;
  if (isSystemPlace(path))
    return deny("file.system", `it would ${op} ${quoted(path)}, which belongs to the system`);
  if (isLasting(path)) {
    return deny("session.survive", `it would ${op} ${quoted(path)}, which goes on working after the session`);
  }
  return outside(op, path);
}

/** In the workspace only what a person wants to know about is asked. */
function judgeOwn(op: "write" | "delete", path: string, { workspace }: Surroundings): Finding | undefined {
  if (op === "delete" && path === pathFrom("/", workspace)) {
    return deny("file.delete-everything", "it would delete the workspace with its repository");
  }
  if (op === "delete" && HOOKS.test(path)) {
    return ask("git.skip-hooks", `it would delete ${quoted(path)}, where hooks of the repository are kept`);
  }
  const what = sensitiveReason(path, "write") ?? sensitiveReason(path, "read");
  return what === undefined ? undefined : ask("file.sensitive", `it would ${op} ${quoted(path)}, ${what}`);
}

/** Folders that projects keep the hooks of git in. */
const HOOKS = /\/\.(?:husky|githooks)(?:\/|$)/;

/** `rm -rf /*` means the root, and `rm -rf *` everything that is not hidden. */
function everythingIn(path: string, surroundings: Surroundings): Finding | undefined {
  if (!/^[*?.]*\*[*?]*$/.test(basename(path))) return undefined;
  const folder = resolve(path, "..");
  if (folder !== resolve(surroundings.workspace)) return judgePath("delete", folder, surroundings);
  return basename(path).startsWith(".")
    ? deny("file.delete-everything", "it would delete the repository of the workspace")
    : ask("file.delete-everything", "it would delete everything in the workspace that is not hidden");
}

function outside(op: PlaceOp, path: string): Finding {
  return ask("file.outside", `it would ${op} ${quoted(path)}, outside the workspace`);
}

function ask(rule: string, reason: string): Finding {
  return { verdict: "ask", rule, reason };
}

function deny(rule: string, reason: string): Finding {
  return { verdict: "deny", rule, reason };
}

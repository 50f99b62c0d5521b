import { type Errno, Fault, FsFault, type FsFaultPlace, isErrno } from "../../kernel/index.ts";

const HINTS: Partial<Record<Errno, string>> = {
  EACCES: "The user that runs Deckhand lacks the permission; choose another file or change its permissions.",
  ENOSPC: "Free some space and repeat the call; the file was left as it was.",
  EROFS: "Write to a folder that is not mounted read-only.",
  EMFILE: "Too many files are open at once; repeat the call.",
  ENAMETOOLONG: "Use a shorter path.",
};

/** Turns whatever a system call threw into a fault; faults pass through. */
export function toFsFault(error: unknown, place: FsFaultPlace): Fault {
  if (error instanceof Fault) return error;
  const errno = errnoOf(error);
  if (isErrno(errno)) return new FsFault(errno, place, { hint: HINTS[errno], cause: error });
  return new FsFault("EIO", place, { saying: wordsOf(error), cause: error });
}

/** Tells whether a system call failed in one of these ways. */
export function failedWith(error: unknown, ...errnos: readonly string[]): boolean {
  return errnos.includes(errnoOf(error) ?? "");
}

/** The fault for a path that leads out of the roots. */
export function outsideFault(place: FsFaultPlace, roots: readonly string[]): FsFault {
  return new FsFault("EACCES", place, {
    code: "denied_policy",
    saying: "the path lies outside the workspace",
    hint: `Allowed: ${roots.join(", ")}. --add-dir DIR allows another folder.`,
  });
}

/** The fault for a write that a rule forbids. */
export function forbiddenFault(place: FsFaultPlace, reason: string): FsFault {
  return new FsFault("EPERM", place, { code: "denied_policy", saying: reason });
}

function errnoOf(error: unknown): string | undefined {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : undefined;
}

/** Leaves out the call and the path, which may be a descriptor's and mean nothing to a reader. */
function wordsOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.split(", ")[0] ?? message;
}

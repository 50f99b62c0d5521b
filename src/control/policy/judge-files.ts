import { protectedReason, type TrustLevel } from "../../kernel/index.ts";
import { ALLOW, type Decision } from "../decision.ts";
import { askedAtL2 } from "./asked-at-l2.ts";
import { type ExaminedTouch, namesOf, type PathTouch } from "./examine-touches.ts";
import type { Ground } from "./ground.ts";
import { isWithin } from "./is-within.ts";
import { sensitiveReason } from "./sensitive-reason.ts";
import { strictest } from "./strictest.ts";
import { quoted } from "./visible.ts";

/** What judging files takes; `isProtected` also knows what only the disk shows, such as bare repositories. */
export interface FileRules {
  readonly ground: Ground;
  readonly isProtected?: (path: string) => string | undefined;
}

/** What a rule about files says against a touch, as `policy test` names it. */
export interface FileFinding {
  readonly rule:
    | "file.nul"
    | "file.hidden"
    | "file.protected"
    | "file.odd-name"
    | "file.sensitive"
    | "file.outside";
  readonly decision: Decision;
}

/** Judges the paths of a call: protected, hidden, sensitive and outside ones, under every name they go by. */
export function judgeFiles(
  current: TrustLevel,
  touches: readonly ExaminedTouch[],
  rules: FileRules,
): Decision {
  return strictest(
    touches.flatMap((touch) =>
      touch.kind === "path" ? findingsOn(current, touch, rules).map(({ decision }) => decision) : [],
    ),
  );
}

/** What the rules about files have to say of one touch; nothing where none has. */
export function findingsOn(current: TrustLevel, touch: PathTouch, rules: FileRules): readonly FileFinding[] {
  const never = forbidden(touch, rules);
  const doubtful = oddName(touch) ?? sensitive(touch);
  const place = judgePlace(current, touch, rules.ground);
  return [
    ...(never === undefined ? [] : [{ rule: never.rule, decision: deny(never.reason) }]),
    ...(doubtful === undefined
      ? []
      : [{ rule: doubtful.rule, decision: askedAtL2(current, doubtful.reason) }]),
    ...(place === ALLOW ? [] : [{ rule: "file.outside" as const, decision: place }]),
  ];
}

/** Why a rule objects. */
type Objection = Pick<FileFinding, "rule"> & { readonly reason: string };

function forbidden(
  touch: PathTouch,
  { ground, isProtected = protectedReason }: FileRules,
): Objection | undefined {
  const { path } = touch;
  if (path.includes("\0")) return { rule: "file.nul", reason: `${quoted(path)} has a NUL character in it.` };
  const names = namesOf(touch);
  if (areWithin(names, ground.hidden)) {
    const reason = `${quoted(path)} is in Deckhand's state, which no tool may look into.`;
    return { rule: "file.hidden", reason };
  }
  if (!isChange(touch)) return undefined;
  const what = areWithin(names, ground.guarded)
    ? "Deckhand's own configuration is never written by a tool"
    : names.map((name) => isProtected(name)).find((found) => found !== undefined);
  return what === undefined
    ? undefined
    : { rule: "file.protected", reason: `${quoted(path)} is protected: ${what}.` };
}

function areWithin(names: readonly string[], folders: readonly string[] = []): boolean {
  return names.some((name) => folders.some((folder) => isWithin(name, folder)));
}

function isChange({ op }: PathTouch): boolean {
  return op === "write" || op === "create" || op === "delete";
}

function deny(reason: string): Decision {
  return { verdict: "deny", code: "denied_policy", reason };
}

function oddName(touch: PathTouch): Objection | undefined {
  const { path } = touch;
  if (/\p{Cc}/u.test(path))
    return { rule: "file.odd-name", reason: `${quoted(path)} has a control character in its name.` };
  return isChange(touch) && MISLEADING.test(path)
    ? { rule: "file.odd-name", reason: `${quoted(path)} has a name that does not look like what it is.` }
    : undefined;
}

/** What turns the order of characters or takes no room; the joiners stay, which some scripts and pictures are written with. */
const MISLEADING = /[\p{Bidi_Control}\p{Zl}\p{Zp}\u{200b}\u{2060}-\u{2064}\u{feff}\u{e0000}-\u{e007f}]/u;

function sensitive(touch: PathTouch): Objection | undefined {
  const { path, op } = touch;
  if (op === "list") return undefined;
  const kind = op === "read" ? "read" : "write";
  const found = namesOf(touch)
    .map((name) => sensitiveReason(name, kind))
    .find((what) => what !== undefined);
  return found === undefined
    ? undefined
    : { rule: "file.sensitive", reason: `It would ${op} ${quoted(path)}, ${found}.` };
}

/** At L3 a place outside is like any other, so the mark is left off. */
function judgePlace(current: TrustLevel, touch: PathTouch, { roots }: Ground): Decision {
  const { path, op, real, spelled } = touch;
  // What leads nowhere, such as a link to itself, is left to the Fs: it opens nothing outside and says what is wrong.
  if (roots.some((root) => isWithin(real ?? spelled, root))) return ALLOW;
  const why = real === undefined ? "where it leads cannot be told" : whereItIs(touch, real);
  const judged = askedAtL2(current, `It would ${op} ${quoted(path)}: ${why}.`);
  return judged.verdict === "allow" ? ALLOW : judged;
}

function whereItIs({ spelled }: PathTouch, real: string): string {
  return real === spelled
    ? "outside the workspace and its extra roots"
    : `it leads to ${quoted(real)}, outside the workspace and its extra roots`;
}

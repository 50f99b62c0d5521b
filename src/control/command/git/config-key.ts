import type { Finding } from "../program-facts.ts";
import { gitFinding } from "./git-findings.ts";
import { isQuietEditor, isQuietPager } from "./quiet-program.ts";

/** What is wrong with running git under this setting; undefined when nothing is. `value` is undefined when only running would tell. */
export function judgeConfigKey(key: string | undefined, value: string | undefined): Finding | undefined {
  if (key === undefined) return gitFinding("git.unclear");
  const name = key.toLowerCase();
  if (/^core\.hookspath$|^hook\./.test(name)) return gitFinding("git.skip-hooks", name);
  if (/^gc\..*expire/.test(name)) return gitFinding("git.destroy-history", name);
  if (isSettledProgram(name, value) || HARMLESS.test(name)) return undefined;
  if (/^remote\..*\.(?:push|mirror)$/.test(name)) return gitFinding("git.force-push-unclear", name);
  return gitFinding(NAMES_PROGRAM.test(name) ? "git.runs-program" : "git.other-settings", name);
}

/** A program that is switched off, or one that is there to do nothing. */
function isSettledProgram(name: string, value: string | undefined): boolean {
  if (value === undefined) return false;
  if (name === "core.pager" || name.startsWith("pager.")) return isQuietPager(value) || value === "false";
  if (name === "core.editor" || name === "sequence.editor") return isQuietEditor(value);
  return (
    /^core\.fsmonitor$|^credential\.(?:.*\.)?helper$|^diff\.external$/.test(name) &&
    /^(?:|false)$/.test(value)
  );
}

/** Settings under which git starts a program, reads more settings or goes to another place, told by what such settings are called. */
const NAMES_PROGRAM = new RegExp(
  [
    "^(?:alias|pager|include|includeif|filter|url|protocol|difftool|mergetool|guitool|browser|man|web|imap|sendemail|uploadpack)\\.",
    "^core\\.(?:worktree|attributesfile|fsmonitor)$",
    "^diff\\.external$",
    "(?:command|cmd|program|helper|driver|path|gitproxy|editor|pager|hooks?|tool|exec|askpass|vcs|uploadpack|receivepack|textconv|cookiefile)$",
    "(?:insteadof|clean|smudge|process|tunnel|browser|viewer|difffilter|update|templatedir)$",
  ].join("|"),
);

/** Settings that change how things are shown or compared, and who is said to have done it. */
const HARMLESS = new RegExp(
  `^(?:${[
    "(?:color|advice|column|status|versionsort)\\..*",
    "(?:user|author|committer)\\.(?:name|email)",
    "log\\.(?:date|decorate|follow|abbrevcommit|mailmap|showroot|graphcolors|diffmerges)",
    "core\\.(?:quotepath|abbrev|autocrlf|eol|safecrlf|ignorecase|precomposeunicode|whitespace|commentchar|preloadindex|filemode|longpaths)",
    "diff\\.(?:algorithm|renames|renamelimit|context|interhunkcontext|noprefix|mnemonicprefix|indentheuristic|colormoved|colormovedws|wserrorhighlight|statgraphwidth|submodule|relative|ignoresubmodules)",
    "merge\\.(?:conflictstyle|renames|renamelimit|ff|log|stat|autostash|directoryrenames)",
    "pull\\.(?:rebase|ff)",
    "rebase\\.(?:autosquash|autostash|stat|updaterefs)",
    "(?:init\\.defaultbranch|branch\\.sort|tag\\.sort|format\\.pretty|i18n\\..*|gc\\.auto|maintenance\\.auto|rerere\\.enabled)",
    "(?:grep\\.(?:linenumber|column|patterntype|extendedregexp|fullname)|commit\\.(?:status|verbose|cleanup)|apply\\.whitespace)",
  ].join("|")})$`,
);

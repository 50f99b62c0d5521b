import type { Finding } from "../program-facts.ts";
import type { Assignment } from "../simple-command.ts";
import { gitFinding } from "./git-findings.ts";
import { isQuietEditor, isQuietPager } from "./quiet-program.ts";

/** What is wrong with running git under this variable; undefined when nothing is, or when it is none of git's. */
export function judgeGitVariable({ name, value }: Assignment): Finding | undefined {
  const text = value.text;
  if (isHarmless(name, text)) return undefined;
  if (/^GIT_CONFIG(?:_|$)/.test(name)) return gitFinding("git.config", name);
  if (RUNS.test(name)) return gitFinding("git.runs-program", name);
  if (PLACES.test(name)) return gitFinding("git.other-repository", name);
  return name.startsWith("GIT_") ? gitFinding("git.other-settings", name) : undefined;
}

/** Whether a variable makes the usual managers of hooks do nothing. */
export function skipsHooks({ name, value }: Assignment): boolean {
  if (/^(?:HUSKY|LEFTHOOK)$/.test(name))
    return value.text === undefined || /^(?:0|false|no|off|)$/i.test(value.text);
  return SKIPS.test(name) && value.text !== "" && value.text !== "0";
}

/** Whether a variable gives git an editor that leaves the text as it is. */
export function setsQuietEditor({ name, value }: Assignment): boolean {
  return (
    EDITORS.test(name) &&
    name !== "GIT_SEQUENCE_EDITOR" &&
    value.text !== undefined &&
    isQuietEditor(value.text)
  );
}

function isHarmless(name: string, text: string | undefined): boolean {
  if (HARMLESS.test(name)) return true;
  if (text === undefined) return false;
  if (/^(?:GIT_)?PAGER$/.test(name)) return isQuietPager(text);
  if (EDITORS.test(name)) return isQuietEditor(text);
  if (name.startsWith("GIT_TRACE")) return /^(?:|0|1|2|true|false)$/.test(text);
  return name === "GIT_ASKPASS" && isQuietEditor(text);
}

const EDITORS = /^(?:GIT_EDITOR|GIT_SEQUENCE_EDITOR|EDITOR|VISUAL)$/;

const HARMLESS =
  /^GIT_(?:(?:AUTHOR|COMMITTER)_(?:NAME|EMAIL|DATE)|TERMINAL_PROMPT|OPTIONAL_LOCKS|MERGE_AUTOEDIT|MERGE_VERBOSITY|(?:LITERAL|GLOB|NOGLOB|ICASE)_PATHSPECS|ADVICE|REFLOG_ACTION|CEILING_DIRECTORIES|FLUSH|NO_LAZY_FETCH|PROGRESS_DELAY)$/;

const RUNS =
  /^(?:GIT_(?:PAGER|EDITOR|SEQUENCE_EDITOR|SSH|SSH_COMMAND|ASKPASS|EXTERNAL_DIFF|EXEC_PATH|PROXY_COMMAND|TEMPLATE_DIR|ALLOW_PROTOCOL|PROTOCOL_FROM_USER|SSH_VARIANT|MAN_VIEWER|BROWSER)|PAGER|EDITOR|VISUAL|SSH_ASKPASS|GPG_PROGRAM)$/;

const PLACES =
  /^(?:GIT_(?:DIR|WORK_TREE|COMMON_DIR|INDEX_FILE|OBJECT_DIRECTORY|ALTERNATE_OBJECT_DIRECTORIES|NAMESPACE|ATTR_SOURCE|ATTR_GLOBAL|ATTR_SYSTEM|ATTR_NOSYSTEM|DISCOVERY_ACROSS_FILESYSTEM)|HOME|XDG_CONFIG_HOME)$/;

const SKIPS =
  /^(?:SKIP|HUSKY_SKIP_\w+|LEFTHOOK_EXCLUDE|OVERCOMMIT_DISABLE|PRE_COMMIT_ALLOW_NO_CONFIG|SKIP_\w*HOOKS?|\w*(?:SKIP|DISABLE|NO)_(?:GIT_)?HOOKS?|\w*HOOKS?_(?:SKIP|DISABLED?)|NO_VERIFY|GIT_NO_VERIFY)$/;

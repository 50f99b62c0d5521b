import { basename, dirname, resolve } from "node:path";
import { isWithin } from "../../policy/is-within.ts";
import type { Finding } from "../program-facts.ts";
import { fromPosition } from "../programs/arguments/word.ts";
import type { SimpleCommand, Word } from "../simple-command.ts";
import { judgeConfigKey } from "./config-key.ts";
import { gitFinding } from "./git-findings.ts";

/** What stands between `git` and the name of its command. */
export interface GlobalOptions {
  readonly findings: readonly Finding[];
  /** Where git works; undefined when that cannot be told. */
  readonly cwd: string | undefined;
  /** From where it looks for its repository: where it works, unless one is named. */
  readonly repositoryFrom: string | undefined;
  /** Whether an option answers all by itself, as `--version` does. */
  readonly isAnswer: boolean;
  /** The settings given by `-c`, key and value. */
  readonly settings: readonly (readonly [string, string])[];
  /** The command and what follows. */
  readonly rest: readonly Word[];
}

/** Reads the options of git itself, which are never shortened; the roots are where its repositories are expected. */
export function globalOptions(command: SimpleCommand, roots: readonly string[]): GlobalOptions {
  const words = command.words.slice(1);
  const found: Found = { findings: [], cwd: command.cwd, settings: [], roots };
  let at = 0;
  let isAnswer = false;
  for (; at < words.length; at++) {
    const word = words[at];
    const text = word?.text;
    if (word === undefined || text === undefined || !text.startsWith("-")) break;
    const taken = VALUED.find(
      (name) => text === name || (name.startsWith("--") && text.startsWith(`${name}=`)),
    );
    if (taken !== undefined) {
      const value = text === taken ? words[++at] : fromPosition(word, taken.length + 1);
      take(taken, value, found);
    } else if (ANSWERS.test(text)) isAnswer = true;
    else if (text.startsWith("--exec-path="))
      found.findings.push(gitFinding("git.runs-program", "--exec-path"));
    else if (text === "--bare") found.findings.push(gitFinding("git.other-repository", text));
    else if (!FLAGS.test(text)) found.findings.push(gitFinding("git.unknown-option", text));
  }
  return {
    findings: [...found.findings, ...placeFindings(found)],
    cwd: found.cwd,
    repositoryFrom: found.named ?? found.cwd,
    isAnswer,
    settings: found.settings,
    rest: words.slice(at),
  };
}

interface Found {
  readonly findings: Finding[];
  readonly settings: (readonly [string, string])[];
  readonly roots: readonly string[];
  cwd: string | undefined;
  /** The folder of the repository that `--git-dir` names. */
  named?: string;
  workTree?: string;
}

const VALUED = [
  "-C",
  "-c",
  "--config-env",
  "--git-dir",
  "--work-tree",
  "--namespace",
  "--super-prefix",
  "--attr-source",
  "--shallow-file",
] as const;

const ANSWERS = /^(?:-v|--version|-h|--help|--exec-path|--html-path|--man-path|--info-path|--list-cmds=.*)$/;

const FLAGS =
  /^(?:-p|--paginate|-P|--no-pager|--no-replace-objects|--no-lazy-fetch|--no-optional-locks|--no-advice|--(?:literal|glob|noglob|icase)-pathspecs)$/;

function take(name: (typeof VALUED)[number], value: Word | undefined, found: Found): void {
  const text = value?.text;
  if (name === "-C") found.cwd = below(found.cwd, text);
  else if (name === "-c" || name === "--config-env") takeSetting(name, value, found);
  else if (name === "--git-dir" || name === "--work-tree") {
    const place = below(found.cwd, text);
    const isOwn = name === "--work-tree" || (place !== undefined && basename(place) === ".git");
    if (place === undefined || !isOwn || !isWithinOne(place, found.roots))
      found.findings.push(gitFinding("git.other-repository", name));
    if (place === undefined) return;
    if (name === "--git-dir") found.named = dirname(place);
    else found.workTree = place;
  } else if (name !== "--attr-source") found.findings.push(gitFinding("git.other-settings", name));
}

function takeSetting(name: "-c" | "--config-env", word: Word | undefined, found: Found): void {
  const isKnown = word?.text !== undefined;
  const [, key, sign, rest = ""] = /^["']?([^=]*?)(=|$)(.*)$/s.exec(word?.text ?? word?.source ?? "") ?? [];
  const value = !isKnown || name === "--config-env" ? undefined : sign === "" ? "true" : rest;
  const finding = judgeConfigKey(isKnown || /^[\w.-]+$/.test(key ?? "") ? key : undefined, value);
  if (finding !== undefined) found.findings.push(finding);
  if (key !== undefined && value !== undefined) found.settings.push([key.toLowerCase(), value]);
}

function below(cwd: string | undefined, text: string | undefined): string | undefined {
  return cwd === undefined || text === undefined ? undefined : resolve(cwd, text);
}

/** A repository whose work tree lies elsewhere takes in files that nobody looked through for it. */
function placeFindings({ cwd, named = cwd, workTree = cwd, roots }: Found): readonly Finding[] {
  const isExpected = cwd !== undefined && isWithinOne(cwd, roots) && named === workTree;
  return isExpected ? [] : [gitFinding("git.other-repository")];
}

function isWithinOne(path: string, roots: readonly string[]): boolean {
  return roots.some((root) => isWithin(path, root));
}

import { basename } from "node:path";
import { quoted } from "../../policy/visible.ts";
import type { DescribeProgram, Finding, ProgramFacts } from "../program-facts.ts";
import { allOf } from "../programs/arguments/facts.ts";
import { literal } from "../programs/arguments/word.ts";
import type { SimpleCommand, Word } from "../simple-command.ts";
import { COMMITTING } from "./commands/committing.ts";
import { CONFIGURING } from "./commands/configuring.ts";
import { HISTORY } from "./commands/history.ts";
import { LOOKING } from "./commands/looking.ts";
import { NAMES } from "./commands/names.ts";
import { OTHERS } from "./commands/others.ts";
import { PUSHING } from "./commands/pushing.ts";
import { REMOTES } from "./commands/remotes.ts";
import { STORAGE } from "./commands/storage.ts";
import { WORK_TREE } from "./commands/work-tree.ts";
import { doubtsOf } from "./doubts-of.ts";
import { type GitArguments, gitArguments } from "./git-arguments.ts";
import type { GitCall, GitCommand, GitCommands } from "./git-call.ts";
import { gitFinding, gitFound, gitFoundIf } from "./git-findings.ts";
import { judgeGitVariable, setsQuietEditor, skipsHooks } from "./git-variables.ts";
import { type GlobalOptions, globalOptions } from "./global-options.ts";
import { isQuietEditor } from "./quiet-program.ts";

const COMMANDS: GitCommands = {
  ...OTHERS,
  ...LOOKING,
  ...COMMITTING,
  ...HISTORY,
  ...WORK_TREE,
  ...NAMES,
  ...STORAGE,
  ...PUSHING,
  ...REMOTES,
  ...CONFIGURING,
};

/** What a call of git is about to do; also of one of its commands by its own name, `git-commit`. */
export const describeGit: DescribeProgram = (command, surroundings) => {
  const whole = withCommandApart(command);
  const globals = globalOptions(whole, rootsOf(surroundings));
  const facts = described(whole, globals, surroundings);
  return allOf({ findings: [...globals.findings, ...variableFindings(whole, globals)] }, facts);
};

/** The command of git in a call, and its arguments; undefined for anything else. */
export function gitCallOf(
  command: SimpleCommand,
  surroundings: GitCall["surroundings"],
): (GitCall & { readonly settings: GlobalOptions["settings"] }) | undefined {
  const name = basename(command.words[0]?.text ?? "");
  if (name !== "git" && !name.startsWith("git-")) return undefined;
  const whole = withCommandApart(command);
  const globals = globalOptions(whole, rootsOf(surroundings));
  const [verb, ...words] = globals.rest;
  const known = knownCommand(verb?.text);
  if (verb?.text === undefined || known?.options === undefined) return undefined;
  const args = gitArguments(words, known.options);
  return { ...callOf(whole, globals, surroundings, verb.text, words, args), settings: globals.settings };
}

/** The folders from which git looks for its repositories in these commands, as far as they can be told. */
export function gitFolders(
  commands: readonly SimpleCommand[],
  surroundings: GitCall["surroundings"],
): readonly string[] {
  const calls = commands.filter(({ words: [program] }) => /^git(?:-|$)/.test(basename(program?.text ?? "")));
  const folders = calls.flatMap(
    (call) => globalOptions(withCommandApart(call), rootsOf(surroundings)).repositoryFrom ?? [],
  );
  return [...new Set(folders)];
}

function rootsOf({ workspace, extraRoots = [] }: GitCall["surroundings"]): readonly string[] {
  return [workspace, ...extraRoots];
}

function withCommandApart(command: SimpleCommand): SimpleCommand {
  const [program, ...words] = command.words;
  const name = basename(program?.text ?? "");
  if (!name.startsWith("git-")) return command;
  return { ...command, words: [literal("git"), literal(name.slice("git-".length)), ...words] };
}

function described(
  command: SimpleCommand,
  globals: GlobalOptions,
  surroundings: GitCall["surroundings"],
): ProgramFacts {
  const [verb, ...words] = globals.rest;
  if (globals.isAnswer || verb === undefined) return {};
  if (verb.text === undefined || verb.isPattern === true) return gitFound("git.unclear");
  const known = knownCommand(verb.text);
  if (known === undefined)
    return allOf({ findings: [gitFinding("git.unknown-command", quoted(verb.text))] }, anyCommand(words));
  if (isQuestion(words)) return {};
  const args = known.options === undefined ? plainArguments(words) : gitArguments(words, known.options);
  return allOf(
    known.options === undefined ? anyCommand(words) : doubtsOf(args),
    known.describe(callOf(command, globals, surroundings, verb.text, words, args)),
  );
}

function knownCommand(name: string | undefined): GitCommand | undefined {
  return name !== undefined && Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
}

/** Asks how to use a command. */
function isQuestion(words: readonly Word[]): boolean {
  return words[0]?.text === "--help" || (words.length === 1 && words[0]?.text === "-h");
}

/** Some options mean the same wherever they are. */
function anyCommand(words: readonly Word[]): ProgramFacts {
  const texts = words.map(({ text }) => text ?? "");
  return allOf(
    gitFoundIf(
      texts.some((text) => /^--no-v(?:e(?:r(?:i(?:fy?)?)?)?)?$/.test(text)),
      "git.skip-hooks",
    ),
    gitFoundIf(
      texts.some((text) => /^--(?:upload-pack|receive-pack|exec|ext-diff)(?:=|$)/.test(text)),
      "git.runs-program",
    ),
  );
}

/** For a command whose options are not told apart. */
function plainArguments(words: readonly Word[]): GitArguments {
  const operands = words.filter(({ text }) => text === undefined || !text.startsWith("-"));
  return { options: [], operands, paths: undefined, unknown: [], unclear: [] };
}

function callOf(
  command: SimpleCommand,
  globals: GlobalOptions,
  surroundings: GitCall["surroundings"],
  name: string,
  words: readonly Word[],
  args: GitArguments,
): GitCall {
  const hasQuietEditor =
    command.assignments.some(setsQuietEditor) ||
    globals.settings.some(([key, value]) => key === "core.editor" && isQuietEditor(value));
  return {
    name,
    words,
    args,
    command,
    surroundings: withRepositoryOf(globals, surroundings),
    cwd: globals.cwd,
    hasQuietEditor,
  };
}

function withRepositoryOf(
  { repositoryFrom = "" }: GlobalOptions,
  surroundings: GitCall["surroundings"],
): GitCall["surroundings"] {
  const repository = surroundings.repositories?.get(repositoryFrom);
  return repository === undefined ? surroundings : { ...surroundings, repository };
}

function variableFindings(command: SimpleCommand, { rest }: GlobalOptions): readonly Finding[] {
  const runsHooks = RUN_HOOKS.has(rest[0]?.text ?? "");
  return command.assignments.flatMap((assignment) => {
    if (runsHooks && skipsHooks(assignment)) return [gitFinding("git.skip-hooks", assignment.name)];
    return judgeGitVariable(assignment) ?? [];
  });
}

const RUN_HOOKS: ReadonlySet<string> = new Set([
  "commit",
  "merge",
  "push",
  "pull",
  "am",
  "rebase",
  "cherry-pick",
  "revert",
]);

import type { ProgramFacts } from "../../program-facts.ts";
import { allOf } from "../../programs/arguments/facts.ts";
import type { Word } from "../../simple-command.ts";
import { secretFiles, secretNames, secretTexts } from "../committed-secrets.ts";
import { allOperands, has, hasNo, valuesOf } from "../git-arguments.ts";
import { type GitCall, type GitCommands, placesOf } from "../git-call.ts";
import { gitFoundIf } from "../git-findings.ts";
import { gitOptions } from "../git-options.ts";
import { COMMIT_OPTIONS } from "../options/commit-options.ts";
import { choosesParts, leavesOutHooks, opensEditor } from "./editing.ts";

const ADD = { options: gitOptions(COMMIT_OPTIONS.add), describe: add };

/** The commands that stage and commit. */
export const COMMITTING: GitCommands = {
  add: ADD,
  stage: ADD,
  commit: { options: gitOptions(COMMIT_OPTIONS.commit), describe: commit },
};

/** Whether a call only shows what would be committed. */
export function isDryCommit({ args }: Pick<GitCall, "args">): boolean {
  return has(args, "dry-run", "short", "porcelain", "long", "null");
}

/** What a text given by `-F` says; undefined for a file. */
function textFrom({ command }: GitCall, file: Word): Word | undefined {
  return file.text === "-" && command.input.kind === "text" ? command.input.text : undefined;
}

/** What is said about the files a message is read from. */
export function messageFiles(call: GitCall, files: readonly Word[]): ProgramFacts {
  const named = files.filter(({ text }) => text !== "-");
  const texts = files.map((file) => textFrom(call, file));
  return {
    reads: placesOf(call, named),
    findings: [...secretNames(call, named), ...secretTexts(texts)],
  };
}

function add(call: GitCall): ProgramFacts {
  const { args } = call;
  const talks = allOf(choosesParts(call), opensEditor(call, has(args, "edit")));
  if (has(args, "dry-run")) return talks;
  const words = allOperands(args);
  const lists = valuesOf(args, "pathspec-from-file");
  const takesAll = lists.length > 0 || (words.length === 0 && has(args, "all", "update", "renormalize"));
  const wanted = { changed: true, fresh: !has(args, "update", "renormalize") };
  return allOf(
    talks,
    { reads: placesOf(call, lists), findings: secretNames(call, words) },
    takesAll || words.length > 0 ? { findings: secretFiles(call, wanted, takesAll ? undefined : words) } : {},
    gitFoundIf(has(args, "force") && (takesAll || words.some(isBroad)), "git.ignored-files"),
  );
}

/** Names more than one file, or may. */
function isBroad({ text }: Word): boolean {
  return text === undefined || /[*?[]|\/$|^:/.test(text) || !/[^./][^/]*\.[^./]+$/.test(text);
}

function commit(call: GitCall): ProgramFacts {
  const { args } = call;
  const always = allOf(choosesParts(call), leavesOutHooks(call));
  if (isDryCommit(call)) return always;
  const texts = valuesOf(args, "message", "trailer", "author");
  return allOf(
    always,
    amend(call),
    opensEditor(call, needsEditor(call)),
    { findings: secretTexts(texts) },
    messageFiles(call, valuesOf(args, "file", "template")),
    committedFiles(call),
  );
}

function amend({ args, surroundings }: GitCall): ProgramFacts {
  if (!has(args, "amend")) return {};
  const { headPushed, headIsOwn } = surroundings.repository;
  return allOf(
    gitFoundIf(headPushed, "git.amend-pushed"),
    gitFoundIf(headIsOwn === false, "git.amend-foreign"),
    gitFoundIf(!headPushed, "git.rewrite-history"),
  );
}

function needsEditor({ args }: GitCall): boolean {
  if (has(args, "edit", "reedit-message")) return true;
  if (has(args, "message", "file", "reuse-message") || hasNo(args, "edit")) return false;
  return !valuesOf(args, "fixup").some(({ text }) => text !== undefined && !/^(?:amend|reword):/.test(text));
}

function committedFiles(call: GitCall): ProgramFacts {
  const { args } = call;
  const words = allOperands(args);
  const lists = valuesOf(args, "pathspec-from-file");
  const all = { staged: true, changed: true, fresh: true };
  const inIndex = { staged: true, changed: has(args, "all") };
  const named = words.length === 0 ? [] : [...secretNames(call, words), ...secretFiles(call, all, words)];
  const isPart = (words.length > 0 || lists.length > 0) && !has(args, "include");
  const rest = isPart ? [] : secretFiles(call, inIndex);
  const listed = lists.length > 0 ? secretFiles(call, { staged: true, changed: true }) : [];
  return { reads: placesOf(call, lists), findings: [...named, ...rest, ...listed] };
}

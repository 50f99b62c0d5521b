import type { ProgramFacts } from "../../program-facts.ts";
import { allOf } from "../../programs/arguments/facts.ts";
import { allOperands, has, valuesOf } from "../git-arguments.ts";
import { type GitCall, type GitCommands, placesOf } from "../git-call.ts";
import { gitFoundIf } from "../git-findings.ts";
import { gitOptions } from "../git-options.ts";
import { REMOTE_OPTIONS } from "../options/remote-options.ts";
import { opensEditor } from "./editing.ts";

/** The command that shows and changes settings. */
export const CONFIGURING: GitCommands = {
  config: { options: gitOptions(REMOTE_OPTIONS.config), describe: config },
};

function config(call: GitCall): ProgramFacts {
  const { args } = call;
  const [verb] = allOperands(args);
  return allOf(
    gitFoundIf(changesSettings(call), "git.config"),
    opensEditor(call, has(args, "edit") || verb?.text === "edit"),
    { reads: placesOf(call, valuesOf(args, "file")) },
  );
}

/** An option or a verb says what it does; without either, one operand is read and two are a change. */
function changesSettings({ args }: GitCall): boolean {
  if (has(args, ...CHANGING_OPTIONS)) return true;
  const operands = allOperands(args);
  const verb = operands[0]?.text ?? "";
  if (CHANGING_VERBS.has(verb)) return true;
  if (has(args, ...READING_OPTIONS)) return false;
  return operands.length > (READING_VERBS.has(verb) ? 2 : 1);
}

const CHANGING_OPTIONS = [
  "add",
  "replace-all",
  "unset",
  "unset-all",
  "rename-section",
  "remove-section",
  "edit",
];
const READING_OPTIONS = [
  "get",
  "get-all",
  "get-regexp",
  "get-urlmatch",
  "get-color",
  "get-colorbool",
  "list",
];
const CHANGING_VERBS: ReadonlySet<string> = new Set([
  "set",
  "unset",
  "rename-section",
  "remove-section",
  "edit",
]);
const READING_VERBS: ReadonlySet<string> = new Set(["get", "list"]);

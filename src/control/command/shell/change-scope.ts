import type { InputSource, SimpleCommand, Word } from "../simple-command.ts";
import { changeFolder as followFolder } from "./change-folder.ts";
import { checkEvaluated } from "./check-evaluated.ts";
import type { Setting } from "./run-simple.ts";
import { assign, assignNamed, blur, functionOf, NUMBER, setFunction, UNKNOWN, type Value } from "./scope.ts";
import type { Place, Walker } from "./walker.ts";

/** Follows what the shell's own commands do to its variables and its folder. */
export function changeScope(
  command: SimpleCommand,
  declared: readonly Setting[],
  place: Place,
  walker: Walker,
): void {
  const words = withoutPrefix(command.words);
  const program = words[0];
  if (program === undefined) return;
  if (program.text === undefined) return blur(place.scope);
  // Nearly every command is another program, and changes nothing here.
  const change = CHANGES.get(program.text);
  if (change !== undefined) {
    change(words.slice(1), { program: program.text, command, declared }, place, walker);
  }
}

/** A command of the shell itself, about to change what is known. */
interface Own {
  readonly program: string;
  readonly command: SimpleCommand;
  readonly declared: readonly Setting[];
}

type Change = (args: readonly Word[], own: Own, place: Place, walker: Walker) => void;

const CHANGES: ReadonlyMap<string, Change> = new Map([
  ...["cd", "pushd", "popd"].map((name) => [name, changeFolder] as const),
  ...["export", "declare", "typeset", "local", "readonly"].map((name) => [name, declare] as const),
  ...["read", "mapfile", "readarray", "getopts", "unset", "wait"].map((name) => [name, setNames] as const),
  ...["printf", "test", "["].map((name) => [name, nameOption] as const),
  ["let", letNumbers],
  ["eval", evaluate],
  ["set", setArguments],
  ["shift", shiftArguments],
  ["trap", setTrap],
  ["source", forgetVariables],
  [".", forgetVariables],
]);

function changeFolder(args: readonly Word[], { program }: Own, place: Place, walker: Walker): void {
  followFolder(program, args, place, walker);
}

function forgetVariables(_: readonly Word[], __: Own, { scope }: Place): void {
  blur(scope);
}

/** What a trap runs may set any variable. */
function setTrap(args: readonly Word[], { command }: Own, { scope }: Place, walker: Walker): void {
  noteSteadyTrap(args, command.source, walker);
  blur(scope);
}

/** What runs before or after every command may set any variable at any time. */
function noteSteadyTrap(args: readonly Word[], source: string, walker: Walker): void {
  const isSteady = args.some(
    ({ text }) => text === undefined || /^(?:SIG)?(?:DEBUG|ERR|RETURN)$/i.test(text),
  );
  if (isSteady) doubt("shell.trap", "it runs something at every step", source, walker);
}

/** `command` and `builtin` leave what follows the shell's own. */
function withoutPrefix(words: readonly Word[]): readonly Word[] {
  let start = 0;
  while (words[start]?.text === "command" || words[start]?.text === "builtin") {
    start++;
    while (words[start]?.text?.startsWith("-") === true) start++;
  }
  return start === 0 ? words : words.slice(start);
}

/** Options that make a variable another one's name, or change what is put into it. */
const CHANGING = /^[-+][a-zA-Z]*[nilucA]/;

function declare(
  args: readonly Word[],
  { program, declared, command }: Own,
  place: Place,
  walker: Walker,
): void {
  const { words, source } = command;
  const isChanged = program !== "export" && args.some(({ text = "" }) => CHANGING.test(text));
  const isReadonly = program === "readonly" || args.some(({ text = "" }) => /^-[a-zA-Z]*r/.test(text));
  if (isChanged && args.some(({ text = "" }) => /^-[a-zA-Z]*n/.test(text))) {
    doubt("shell.reference", "setting one variable sets another from here on", source, walker);
  }
  if (isChanged && args.some(({ text = "" }) => /^-[a-zA-Z]*i/.test(text))) walker.evaluated ??= source;
  const names = new Set(declared.map(({ name }) => name));
  checkEvaluated(words.slice(1).filter(isNotSet), place, walker);
  for (const { name, value } of declared) {
    const plain = isChanged ? UNKNOWN : value;
    assign(place.scope, name, isReadonly ? { ...plain, isReadonly } : plain);
  }
  // A word the grammar did not see as an assignment may still be one once it is expanded.
  for (const { text } of args.filter(isNotSet)) {
    const name = /^([A-Za-z_]\w*)(?:\[.*\])?\+?=/s.exec(text ?? "")?.[1];
    if (name !== undefined) assign(place.scope, name, UNKNOWN);
    else if (text === undefined) blur(place.scope);
  }

  function isNotSet({ source: written }: Word): boolean {
    return !names.has(written.slice(0, Math.max(0, written.indexOf("="))).replace("+", ""));
  }
}

/** Every name that is given, and the ones such commands use when none is. */
function setNames(args: readonly Word[], { program, command }: Own, place: Place, walker: Walker): void {
  checkEvaluated(args, place, walker);
  const from = sourcesOf(command.input, command);
  const value: Value = from === undefined ? UNKNOWN : { text: undefined, from };
  const set = program === "unset" ? assign : assignNamed;
  for (const name of [...(IMPLIED[program] ?? []), ...args.map(({ text }) => text)]) {
    if (name === undefined) blur(place.scope);
    else if (/^[A-Za-z_]\w*/.test(name)) set(place.scope, name.replace(/\[.*/s, ""), value);
  }
  if (program !== "unset") return;
  for (const { text } of args) {
    const found = text === undefined ? undefined : functionOf(place.scope, text);
    if (text !== undefined && found !== undefined) {
      setFunction(place.scope, text, { ...found, isDoubtful: true });
    }
  }
}

/** What is read from a file comes from there by way of the command that reads it. */
function sourcesOf(input: InputSource, command: SimpleCommand): Value["from"] {
  switch (input.kind) {
    case "pipe":
      return input.from;
    case "text":
      return input.text.from;
    case "file":
      return [command];
    case "none":
      return undefined;
  }
}

const IMPLIED: Readonly<Record<string, readonly string[]>> = {
  read: ["REPLY"],
  mapfile: ["MAPFILE"],
  readarray: ["MAPFILE"],
  getopts: ["OPTARG", "OPTIND"],
};

/** `printf -v NAME`, `test -v NAME`; numbers that `test` compares are plain ones. */
function nameOption(args: readonly Word[], { program }: Own, place: Place, walker: Walker): void {
  const at = args.findIndex(({ text }) => text?.startsWith("-v") === true);
  if (at === -1) return;
  const [option, next] = [args[at], args[at + 1]];
  const name = option?.text === "-v" ? next : { ...option, text: option?.text?.slice(2), source: "" };
  if (name === undefined) return;
  checkEvaluated([{ text: name.text, source: name.source ?? "" }], place, walker);
  if (name.text === undefined) blur(place.scope);
  else {
    const set = program === "printf" ? assignNamed : assign;
    set(place.scope, name.text.replace(/\[.*/s, ""), UNKNOWN);
  }
}

function letNumbers(args: readonly Word[], _: Own, place: Place, walker: Walker): void {
  checkEvaluated(args, place, walker);
  for (const { text } of args) {
    if (text === undefined) blur(place.scope);
    for (const [, name = ""] of text?.matchAll(/([A-Za-z_]\w*)\s*(?:[-+*/%&|^]|<<|>>)?=(?!=)/g) ?? []) {
      assignNamed(place.scope, name, NUMBER);
    }
    for (const [name] of text?.matchAll(/[A-Za-z_]\w*/g) ?? []) {
      checkEvaluated([{ text: name, source: name }], place, walker);
    }
  }
}

function evaluate(args: readonly Word[], { command }: Own, place: Place, walker: Walker): void {
  const texts = (args[0]?.text === "--" ? args.slice(1) : args).map(({ text, isPattern }) =>
    isPattern === true ? undefined : text,
  );
  if (texts.includes(undefined)) return blur(place.scope);
  walker.walkText(texts.join(" "), { ...place, input: command.input }, command.source);
}

/** From then on every variable goes to every program. */
function noteExporting(args: readonly Word[], source: string, walker: Walker): void {
  const isOn = args.some(({ text = "" }, at) =>
    text === "allexport" ? args[at - 1]?.text === "-o" : /^-[a-zA-Z]*a/.test(text),
  );
  if (isOn) doubt("variable.all", "it hands every variable set from here on to programs", source, walker);
}

function doubt(rule: string, reason: string, source: string, walker: Walker): void {
  walker.doubts.push({ verdict: "ask", rule, reason, source });
}

function shiftArguments(args: readonly Word[], _: Own, { scope }: Place): void {
  const by = Number(args[0]?.text ?? 1);
  scope.positional = Number.isInteger(by) ? scope.positional?.slice(by) : undefined;
}

function setArguments(args: readonly Word[], { command }: Own, { scope }: Place, walker: Walker): void {
  noteExporting(args, command.source, walker);
  const end = args.findIndex(({ text }) => text === "--");
  if (end !== -1) scope.positional = args.slice(end + 1);
  else if (args.some(({ text }) => text === undefined || !/^[-+]/.test(text))) scope.positional = undefined;
}

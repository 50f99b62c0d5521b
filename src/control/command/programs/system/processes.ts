import type { Word } from "../../simple-command.ts";
import { type Describe, named, never, program, type Programs } from "../arguments/describe.ts";
import { found } from "../arguments/facts.ts";
import { isOneOf } from "../arguments/word.ts";

/** Programs about processes. */
export const PROCESSES: Programs = {
  kill,
  ...named("killall pkill", killByName),
  ...named("killall5 skill snice", never("process.kill-all")),
  xkill: never("terminal.interactive"),
  ps,
  ...named(
    "pgrep pidof pstree",
    program(
      "-# -acdfhilnostuvwxAaGhHkNpSTZxgmqzUelLr -P= -G= -F=read -d= -s= -t= -u= -U= --full --list-full --list-name --oldest --newest --exact --count --parent= --delimiter= --inverse",
    ),
  ),
  pargs: never("process.environment"),
};

/** Signals come first; a process number of -1 is every process there is, one of 1 the first. */
function kill({ args }: Parameters<Describe>[0]): ReturnType<Describe> {
  const targets = targetsOf(args);
  if (targets === undefined || targets.length === 0) return {};
  if (targets.some((word) => isOneOf(word, "-1", "1"))) return found("process.kill-all");
  return targets.every(isOwnJob) ||
    (isOneOf(args[0], "-0") && targets.every(({ text }) => text !== undefined))
    ? {}
    : found("process.kill");
}

function targetsOf([first, ...rest]: readonly Word[]): readonly Word[] | undefined {
  if (first === undefined || isOneOf(first, "-l", "-L", "--list", "--table", "--help", "--version"))
    return undefined;
  if (isOneOf(first, "-s", "-n", "--signal", "-q", "--queue")) return targetsAfterSignal(rest.slice(1));
  if (/^-(?:[A-Za-z][\w+-]*|\d+|-signal=.*)$/.test(first.text ?? "")) return targetsAfterSignal(rest);
  return targetsAfterSignal([first, ...rest]);
}

function targetsAfterSignal(words: readonly Word[]): readonly Word[] {
  return isOneOf(words[0], "--") ? words.slice(1) : words;
}

/** A job of this shell, by its number or as one it has started. */
function isOwnJob({ text }: Word): boolean {
  return text?.startsWith("%") === true;
}

/** A user, a session or a pattern that matches anything is everything; so is a name that cannot be told. */
function killByName({ args, name }: Parameters<Describe>[0]): ReturnType<Describe> {
  const texts = args.map(({ text }) => text);
  if (texts.length === 1 && /^(?:-l|--list|-V|--version|--help)$/.test(texts[0] ?? "")) return {};
  const patterns = texts.filter((text) => text === undefined || !text.startsWith("-"));
  const byUser = texts.some((text) =>
    /^-(?:\w*[uUGgst]$|-(?:user|euid|uid|group|session|terminal|pgroup|inverse)|v$)/.test(text ?? ""),
  );
  const anything = patterns.some((text) => /^[.*^$+?]*$/.test(text ?? "x"));
  return found(byUser || (name === "pkill" && anything) ? "process.kill-all" : "process.kill");
}

/** Without a dash, the letter `e` shows the variables of every process. */
function ps({ args }: Parameters<Describe>[0]): ReturnType<Describe> {
  const shown = args.filter((_, at) => !takesValue(args[at - 1]?.text ?? ""));
  if (shown.some(({ text }) => text === undefined)) return found("arguments.computed");
  const bsd = shown.some(({ text }) => /^[a-z]*e[a-z]*$/i.test(text ?? "") && !/^\d/.test(text ?? ""));
  return bsd ||
    shown.some(({ text }) => /^-\w*E/.test(text ?? "")) ||
    args.some(({ text }) => /\benviron/.test(text ?? ""))
    ? found("process.environment")
    : {};
}

function takesValue(option: string): boolean {
  return /^-\w*[oOpuUCtGgsk]$|^\w*o$|^[OpkU]$|^--(?:sort|format|pid|ppid|user|group|tty)$/.test(option);
}

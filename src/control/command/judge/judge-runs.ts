import { resolve } from "node:path";
import { quoted } from "../../policy/visible.ts";
import { fedBy } from "../shell/output-of.ts";
import type { Finding, Run } from "../program-facts.ts";
import type { SimpleCommand, Word } from "../simple-command.ts";
import type { Hearing, Taint } from "./hearing.ts";
import { judgePlace } from "./judge-place.ts";
import { pathFrom } from "./path-from.ts";
import { isSocket } from "./system-places.ts";
import { taintedCode, taintOfAll } from "./taint-of.ts";

/** Something that a command runs in turn, to be judged like the command itself. */
export type Inner =
  | { readonly kind: "command"; readonly command: SimpleCommand }
  | {
      readonly kind: "script";
      readonly text: string;
      readonly cwd: string | undefined;
      /** `$0`; undefined when it cannot be told. */
      readonly calledAs: Word | undefined;
      /** `$1` and on; undefined when they cannot be told. */
      readonly positional: readonly Word[] | undefined;
    };

/** What speaks against a command running this, and what there is to be judged further. */
export function judgeRun(
  run: Run,
  command: SimpleCommand,
  hearing: Hearing,
): { readonly findings: readonly Finding[]; readonly inner?: Inner } {
  switch (run.kind) {
    case "argv":
      return { findings: [], inner: { kind: "command", command: innerCommand(run, command) } };
    case "script":
      return judgeScript(run, command, hearing);
    case "file":
      return { findings: judgeFile(run.path, command, hearing) };
    case "code": {
      const from = command.words.flatMap((word) => word.from ?? []);
      return { findings: [tainted(taintOfAll(from, hearing)) ?? CODE] };
    }
    case "input":
      return judgeInput(run.language, command, hearing);
  }
}

/** Words that the program itself put there come from its input. */
function innerCommand(run: Extract<Run, { kind: "argv" }>, command: SimpleCommand): SimpleCommand {
  const { input } = command;
  const from = input.kind === "pipe" ? input.from : undefined;
  const words = run.words.map((word) =>
    word.text === undefined && from !== undefined && word.from === undefined && !command.words.includes(word)
      ? { ...word, from }
      : word,
  );
  return {
    words,
    assignments: run.assignments ?? [],
    redirects: [],
    input,
    cwd: folderOf(run.cwd, command),
    source: words.map(({ source }) => source).join(" "),
  };
}

function folderOf(folder: Word | undefined, { cwd }: SimpleCommand): string | undefined {
  if (folder === undefined) return cwd;
  return folder.text === undefined || cwd === undefined ? undefined : resolve(cwd, folder.text);
}

/** A text put together of several words comes from wherever any of them does; one that is none of them, from the input. */
function withSources(text: Word, { words, input }: SimpleCommand): Word {
  if (text.text !== undefined || text.from !== undefined) return text;
  const fed = input.kind === "pipe" && !words.includes(text) ? input.from : [];
  const from = [...words.flatMap((word) => word.from ?? []), ...fed];
  return from.length === 0 ? text : { ...text, from };
}

function judgeScript(
  run: Extract<Run, { kind: "script" }>,
  command: SimpleCommand,
  hearing: Hearing,
): { readonly findings: readonly Finding[]; readonly inner?: Inner } {
  const { text, from, isPattern = false } = withSources(run.text, command);
  const taint = tainted(taintOfAll(from, hearing));
  if (text === undefined || isPattern) return { findings: [taint ?? UNSEEN] };
  const findings = taint ?? (from === undefined ? undefined : STREAM);
  const given = argumentsOf(run.text, command);
  const inner = {
    text,
    cwd: folderOf(run.cwd, command),
    calledAs: given?.[0],
    positional: given?.slice(1),
  };
  return { findings: findings === undefined ? [] : [findings], inner: { kind: "script", ...inner } };
}

/** What follows the text of `sh -c`: its name, then its arguments; of any other text they are not known. */
function argumentsOf(text: Word, { words }: SimpleCommand): readonly Word[] | undefined {
  const at = words.indexOf(text);
  return at < 2 || EVALUATING.has(words[0]?.text ?? "") ? undefined : words.slice(at + 1);
}

/** Commands whose text sees the arguments of the shell it stands in. */
const EVALUATING: ReadonlySet<string> = new Set(["eval", "trap"]);

function judgeFile(path: Word, command: SimpleCommand, hearing: Hearing): readonly Finding[] {
  const { text, from, isPattern = false } = path;
  const taint = tainted(taintOfAll(from, hearing));
  if (taint !== undefined) return [taint];
  if (from !== undefined) return [STREAM];
  if (text === undefined || isPattern) return [UNSEEN];
  const written = command.cwd === undefined ? undefined : hearing.written?.get(pathFrom(command.cwd, text));
  if (written === "here" || written === "edited") return [STREAM];
  if (written !== undefined) return [taintedCode(written)];
  const place = judgePlace("read", path, command.cwd, hearing.surroundings);
  return place === undefined ? [] : [{ ...place, reason: `it runs ${quoted(text)}: ${place.reason}` }];
}

function judgeInput(
  language: string,
  command: SimpleCommand,
  hearing: Hearing,
): { readonly findings: readonly Finding[]; readonly inner?: Inner } {
  const { input, cwd } = command;
  if (input.kind === "file") {
    if (isSocket(input.path)) return { findings: [taintedCode("network")] };
    return { findings: [STREAM, ...judgeFile(input.path, command, hearing)] };
  }
  const fed = input.kind === "pipe" ? input.from : input.kind === "text" ? input.text.from : undefined;
  // A pipe may also be named among the words, as of `bash <(…)`.
  const from = [...(fed ?? []), ...command.words.flatMap((word) => word.from ?? [])];
  const taint = tainted(taintOfAll(from, hearing)) ?? STREAM;
  const named = command.words.find(({ text: name = "" }) => name.startsWith("/dev/fd/"))?.from;
  const text =
    named !== undefined
      ? fedBy(named)
      : input.kind === "pipe"
        ? fedBy(input.from)
        : input.kind === "text"
          ? input.text.text
          : undefined;
  const isShell = /^(?:ba|da|z|k|a)?sh$|^shell$/.test(language);
  return {
    findings: [taint],
    ...(isShell &&
      text !== undefined && {
        inner: { kind: "script", text, cwd, calledAs: undefined, positional: argumentsAfterS(command) },
      }),
  };
}

/** What a shell that reads its text from the input gives to it. */
function argumentsAfterS({ words }: SimpleCommand): readonly Word[] | undefined {
  const at = words.findIndex(({ text }) => text === "-s");
  if (at === -1) return undefined;
  return words.slice(words[at + 1]?.text === "--" ? at + 2 : at + 1);
}

function tainted(taint: Taint | undefined): Finding | undefined {
  return taint === undefined ? undefined : taintedCode(taint);
}

const CODE: Finding = {
  verdict: "ask",
  rule: "code.inline",
  reason: "it runs code that stands in the command",
};
const STREAM: Finding = { verdict: "ask", rule: "code.stream", reason: "it runs what was made on the way" };
const UNSEEN: Finding = {
  verdict: "ask",
  rule: "code.computed",
  reason: "only running it would tell what code it runs",
};

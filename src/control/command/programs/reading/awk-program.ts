import { isSecretName } from "../../../redact/secret-name.ts";
import { bracketEnd } from "./bracket-end.ts";

/** What an awk program does besides printing. */
export interface AwkEffects {
  /** Names of files it reads or writes; undefined for one it computes. */
  readonly reads: readonly (string | undefined)[];
  readonly writes: readonly (string | undefined)[];
  /** Whether it runs a command or loads code. */
  readonly runs: boolean;
  readonly speaks: boolean;
  /** Whether it looks at variables other than by a name that is no secret's. */
  readonly showsVariables: boolean;
  /** Whether all of it could be followed. */
  readonly isClear: boolean;
}

/** Tells what an awk program reads, writes and runs. */
export function awkEffects(program: string): AwkEffects {
  const tokens = tokensOf(program);
  const effects = {
    reads: [] as (string | undefined)[],
    writes: [] as (string | undefined)[],
    runs: /\bsystem\s*\(/.test(program),
  };
  let printing: number | undefined;
  let depth = 0;
  tokens.forEach((token, at) => {
    if (token.kind === "operator")
      depth += "([".includes(token.text) ? 1 : ")]".includes(token.text) ? -1 : 0;
    if (token.kind === "name" && /^printf?$/.test(token.text)) printing = depth;
    else if (token.kind === "end") printing = undefined;
    else if (token.kind !== "operator") return;
    else if (token.text === "|" || token.text === "|&" || token.text === "@") effects.runs = true;
    else if ((token.text === ">" || token.text === ">>") && printing === depth)
      effects.writes.push(placeAfter(tokens, at));
    else if (token.text === "<" && followsGetline(tokens, at)) effects.reads.push(placeAfter(tokens, at));
  });
  const isClear = tokens.every(({ kind }) => kind !== "broken");
  if (/\bARGV\s*\[[^\]]*\]\s*=(?!=)/.test(program)) effects.reads.push(undefined);
  return {
    ...effects,
    isClear,
    speaks: /["']\/inet/.test(program),
    showsVariables: tokens.some((token, at) => token.text === "ENVIRON" && !looksUpPlain(tokens, at)),
  };
}

/** `ENVIRON["HOME"]` tells no secret. */
function looksUpPlain(tokens: readonly Token[], at: number): boolean {
  const [open, name, close] = tokens.slice(at + 1, at + 4);
  if (open?.text !== "[" || name?.kind !== "string" || close?.text !== "]") return false;
  return !isSecretName(name.text.slice(1, -1));
}

interface Token {
  readonly kind: "name" | "number" | "string" | "pattern" | "operator" | "end" | "broken";
  readonly text: string;
}

const SHAPES: readonly (readonly [Token["kind"] | "blank", RegExp])[] = [
  ["blank", /(?:[ \t\r]|\\\r?\n|#[^\n]*)+/y],
  ["end", /[\n;{}]/y],
  ["string", /"(?:\\[^]|[^"\\\n])*"/y],
  ["name", /[A-Za-z_]\w*/y],
  ["number", /(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?/y],
  ["operator", /\|\||\|&|\|=|>>|>=|<=|==|!=|&&|\+\+|--|\*\*|[-+*%^!=<>|?:~&@]=?|[,()[\]$]/y],
];

function tokensOf(program: string): readonly Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < program.length;) {
    const [kind, text] = tokenAt(program, at, tokens.at(-1));
    if (kind !== "blank") tokens.push({ kind, text });
    at += Math.max(text.length, 1);
  }
  return tokens;
}

function tokenAt(
  program: string,
  at: number,
  before: Token | undefined,
): readonly [Token["kind"] | "blank", string] {
  if (program[at] === "/") return slashAt(program, at, before);
  for (const [kind, shape] of SHAPES) {
    shape.lastIndex = at;
    const text = shape.exec(program)?.[0];
    if (text !== undefined) return [kind, text];
  }
  return ["broken", program[at] ?? ""];
}

/** A slash divides after a value and begins a pattern anywhere else. */
function slashAt(program: string, at: number, before: Token | undefined): readonly [Token["kind"], string] {
  const divides =
    before?.kind === "number" ||
    before?.kind === "string" ||
    (before?.kind === "name" && !KEYWORDS.has(before.text)) ||
    [")", "]", "$", "++", "--"].includes(before?.text ?? "");
  if (divides) return ["operator", "/"];
  const end = patternEnd(program, at);
  return end === undefined ? ["broken", "/"] : ["pattern", program.slice(at, end + 1)];
}

/** Not every awk lets a slash stand in brackets: where that would hide something, the pattern counts as broken. */
function patternEnd(program: string, start: number): number | undefined {
  let slashed = false;
  let hasBrackets = true;
  for (let at = start + 1; at < program.length && program[at] !== "\n"; at++) {
    if (program[at] === "\\") at++;
    else if (program[at] === "/") return slashed && /["|>]/.test(program.slice(start, at)) ? undefined : at;
    else if (hasBrackets && program[at] === "[") {
      const end = bracketEnd(program, at, true);
      hasBrackets = end !== undefined;
      slashed ||= program.slice(at, end ?? at).includes("/");
      at = end ?? at;
    }
  }
  return undefined;
}

const KEYWORDS = new Set("print printf return in if else while do getline delete exit case".split(" "));

/** The name is known when it is one text with nothing after it. */
function placeAfter(tokens: readonly Token[], at: number): string | undefined {
  const [place, after] = [tokens[at + 1], tokens[at + 2]];
  if (place?.kind !== "string") return undefined;
  const endsThere =
    after === undefined || after.kind === "end" || [")", ",", "&&", "||"].includes(after.text);
  return endsThere && !place.text.includes("\\") ? place.text.slice(1, -1) : undefined;
}

function followsGetline(tokens: readonly Token[], at: number): boolean {
  return tokens
    .slice(Math.max(0, at - 5), at)
    .some(({ kind, text }) => kind === "name" && text === "getline");
}

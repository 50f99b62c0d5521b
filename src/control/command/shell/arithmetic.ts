import { type ArithmeticExpression, forEachChild, type SyntaxNode } from "unbash";
import type { Expansion } from "./expansion.ts";
import { noteNamed, NUMBER, setVariable, UNKNOWN, type Value, valueOf } from "./scope.ts";

/** Runs what an arithmetic expression runs, notes what it sets, and asks where the content of a variable would be run. */
export function runArithmetic(
  expression: ArithmeticExpression | undefined,
  source: string,
  at: Expansion,
): Value {
  if (expression === undefined) return NUMBER;
  if (expression.type === "ArithmeticWord" && /^\d+$/.test(expression.value)) {
    return { text: expression.value };
  }
  const nodes: SyntaxNode[] = [expression];
  for (let node = nodes.pop(); node !== undefined; node = nodes.pop()) {
    if (look(node, source, at)) forEachChild(node, (child) => nodes.push(child));
  }
  return NUMBER;
}

/** Tells whether what is inside is to be looked at too. */
function look(node: SyntaxNode, source: string, at: Expansion): boolean {
  if (RUNNING.has(node.type) && "script" in node) {
    at.evaluate(source);
    if (node.script !== undefined) at.run(node.script, at.input);
    return false;
  }
  if (node.type === "ArithmeticWord") checkWord(node.value, source, at);
  if (node.type === "SimpleExpansion") checkWord(node.text, source, at);
  if (node.type === "ParameterExpansion") at.evaluate(source);
  if (node.type === "ArithmeticBinary" && SETTING.test(node.operator)) setsName(node.left, at);
  if (node.type === "ArithmeticUnary" && /^(?:\+\+|--)$/.test(node.operator)) setsName(node.operand, at);
  return true;
}

const RUNNING: ReadonlySet<SyntaxNode["type"]> = new Set([
  "CommandExpansion",
  "ArithmeticCommandExpansion",
  "ProcessSubstitution",
]);

const SETTING = /^(?!==)[^=!<>]*=$|^(?:<<|>>)=$/;

function setsName(target: ArithmeticExpression, { scope }: Expansion): void {
  const name = target.type === "ArithmeticWord" ? /^[A-Za-z_]\w*/.exec(target.value)?.[0] : undefined;
  if (name === undefined) return;
  noteNamed(scope, name, NUMBER);
  setVariable(scope, name, name === "IFS" ? UNKNOWN : NUMBER);
}

/** Arithmetic looks at the content of a variable as arithmetic again, substitutions in its indexes included. */
export function checkNames(text: string, source: string, at: Expansion, level = 0): void {
  for (const [name] of text.matchAll(/[A-Za-z_]\w*/g)) {
    const value = valueOf(at.scope, name);
    if (value !== undefined) checkContent(value, name, source, at, level);
  }
}

/** The same for a word as it stands, which may also be `$1` or its like. */
function checkWord(text: string, source: string, at: Expansion): void {
  checkNames(text, source, at);
  const [, number] = /^\$\{?(\d+|[@*])/.exec(text) ?? [];
  if (number === undefined) return;
  const { positional } = at.scope;
  const words = /\d/.test(number) ? positional?.slice(Number(number) - 1, Number(number)) : positional;
  for (const word of words ?? []) checkContent(word, number, source, at, 0);
}

/** What a variable holds may itself name others. */
function checkContent(value: Value, name: string, source: string, at: Expansion, level: number): void {
  if (value.elements !== undefined) {
    for (const element of value.elements) checkContent(element, name, source, at, level);
    return;
  }
  const { text, isPattern = false, from, isOdd = false } = value;
  if (isOdd || /[[$`]/.test(text ?? "")) {
    at.doubt({
      verdict: "ask",
      rule: "shell.evaluated-variable",
      reason: `arithmetic runs what the variable ${name} holds`,
      source,
    });
  } else if (text === undefined || (isPattern && from !== undefined) || level > DEEPEST) {
    if (!isCounted(value)) at.evaluate(source);
  } else {
    checkNames(text, source, at, level + 1);
  }
}

/** Names that stand for names that stand for names are not followed further. */
const DEEPEST = 4;

/** Whether it is the output of a program that prints nothing but numbers. */
export function isCounted({ from }: Pick<Value, "from">): boolean {
  const [program, ...args] = from?.at(-1)?.words ?? [];
  const name = program?.text ?? "";
  if (COUNTING.has(name)) return true;
  const counts = COUNTING_WITH[name];
  return counts !== undefined && counts.test(args.map(({ text }) => text ?? UNSEEN).join(" "));
}

const COUNTING: ReadonlySet<string> = new Set(["wc", "nproc", "seq", "id"]);

/** Stands for an argument that is not known, which may be an option. */
const UNSEEN = "-?";

/** Arguments with which a program prints nothing but numbers; where an option could change that, only names of files follow. */
const COUNTING_WITH: Readonly<Record<string, RegExp>> = {
  grep: /(?:^| )(?:-[a-zA-Z]*c[a-zA-Z]*|--count)(?: |$)/,
  rg: /(?:^| )(?:-[a-zA-Z]*c[a-zA-Z]*|--count)(?: |$)/,
  git: /^rev-list (?:.* )?--count(?: |$)/s,
  stat: /^(?:-c ?|--format=)%[sYXZWaugbBhi](?: [^-\s]\S*)*$/,
  jq: /^(?:-\w+ )*(?:[.\w[\]]* ?\| ?)?length(?: [^-\s]\S*)*$/,
};

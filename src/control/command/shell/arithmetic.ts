import { type ArithmeticExpression, forEachChild, type SyntaxNode } from "unbash";
import type { Expansion } from "./expansion.ts";
import { NUMBER, setVariable, UNKNOWN, type Value, valueOf } from "./scope.ts";

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
    if (node.script !== undefined) at.run(node.script, at.input);
    return false;
  }
  if (node.type === "ArithmeticWord") checkNames(node.value, source, at);
  if (node.type === "SimpleExpansion") checkNames(node.text, source, at);
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
  if (name !== undefined) setVariable(scope, name, name === "IFS" ? UNKNOWN : NUMBER);
}

/** Arithmetic looks at the content of a variable as arithmetic again, substitutions in its indexes included. */
export function checkNames(text: string, source: string, at: Expansion): void {
  for (const [name] of text.matchAll(/[A-Za-z_]\w*/g)) {
    const value = valueOf(at.scope, name);
    if (value !== undefined && isEvaluated(value)) {
      at.doubt({
        verdict: "ask",
        rule: "shell.evaluated-variable",
        reason: `arithmetic runs what the variable ${name} holds`,
        source,
      });
    }
  }
}

function isEvaluated({ text, isOdd = false }: Value): boolean {
  return text === undefined ? isOdd : /[[$`]/.test(text);
}

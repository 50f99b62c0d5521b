import { Buffer } from "node:buffer";
import { forEachChild, parse, type ParsedScript, type SyntaxNode } from "unbash";

/** A command's grammar, or why it has none. */
export type ShellParse = { readonly script: ParsedScript } | { readonly fault: string };

/** Longest text that is looked at, in bytes. */
export const LONGEST_COMMAND = 64 * 1024;

/** Most constructs that may stand inside each other, shells inside shells included. */
export const DEEPEST_NESTING = 50;

/** Parses a command line whole, errors inside its substitutions included; `outer` levels are already used up. */
export function parseShell(text: string, outer = 0): ShellParse {
  if (text.includes("\0")) return { fault: "it holds a NUL character" };
  if (isTooLong(text)) return { fault: `it is longer than ${LONGEST_COMMAND} bytes` };
  if (hasOpenBraces(text)) return { fault: "it opens more braces than it closes" };
  const script = parse(text);
  if (script.errors?.length) return { fault: "it cannot be parsed as a shell command" };
  return isShallow(text, outer) ? { script } : lookInside(script, outer);
}

/** Whether nothing in a text can be too deep or have an error of its own: it runs nothing inside, and every level takes two characters. */
function isShallow(text: string, outer: number): boolean {
  return text.length < 2 * (DEEPEST_NESTING - outer) && !text.includes("(") && !text.includes("`");
}

/** Counting bytes takes time, so it is done only where the length in characters leaves a doubt. */
function isTooLong(text: string): boolean {
  return (
    text.length > LONGEST_COMMAND ||
    (text.length * 3 > LONGEST_COMMAND && Buffer.byteLength(text) > LONGEST_COMMAND)
  );
}

/** The grammar takes the square of a word's open braces, and no word has many. */
function hasOpenBraces(text: string): boolean {
  if (text.length < MOST_BRACES || text.split("{").length <= MOST_BRACES) return false;
  return text.split(/\s+/).some((word) => {
    const open = word.split("{").length;
    return open > MOST_BRACES && open > word.split("}").length;
  });
}

const MOST_BRACES = 500;

/** With a list of its own instead of calls, since a hostile text can be nested deeper than the stack. */
function lookInside(script: ParsedScript, outer: number): ShellParse {
  const nodes: SyntaxNode[] = [script];
  const levels: number[] = [outer];
  let level = outer;
  const later = (child: SyntaxNode): void => {
    if (isPlain(child)) return;
    nodes.push(child);
    levels.push(level);
  };
  for (let node = nodes.pop(); node !== undefined; node = nodes.pop()) {
    level = (levels.pop() ?? 0) + (CONTAINERS.has(node.type) ? 1 : 0);
    if (level > DEEPEST_NESTING) return { fault: `it is nested deeper than ${DEEPEST_NESTING} levels` };
    if (node.type === "Script" && node.errors?.length) {
      return { fault: "a part of it cannot be parsed as a shell command" };
    }
    forEachChild(node, later);
  }
  return { script };
}

/** Nodes with nothing in them, which are most. */
function isPlain(node: SyntaxNode): boolean {
  return node.type === "Literal" || (node.type === "Word" && node.parts === undefined);
}

const CONTAINERS: ReadonlySet<string> = new Set<SyntaxNode["type"]>([
  "Subshell",
  "BraceGroup",
  "If",
  "For",
  "ArithmeticFor",
  "Select",
  "While",
  "Case",
  "Function",
  "Coproc",
  "CommandExpansion",
  "ProcessSubstitution",
  "ParameterExpansion",
  "ArithmeticExpansion",
  "ArithmeticGroup",
  "TestGroup",
  "DoubleQuoted",
]);

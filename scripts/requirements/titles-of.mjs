import { parseSync, Visitor } from "vite";

/** @import { ESTree } from "vite" */

/**
 * A test or suite as its author named it.
 * @typedef {{ readonly file: string, readonly line: number, readonly title: string }} TestTitle
 */

/**
 * The titles of all tests and suites of one test file that can run; comments, other strings and `skip` do not count.
 * @param {string} file
 * @param {string} source
 * @returns {TestTitle[]}
 */
export function titlesOf(file, source) {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`);
  /** @type {TestTitle[]} */
  const titles = [];
  const visitor = new Visitor({
    CallExpression({ callee, arguments: [first], start }) {
      const title = titleText(first);
      if (title !== undefined && declaresTest(callee))
        titles.push({ file, line: lineAt(source, start), title });
    },
  });
  visitor.visit(program);
  return titles;
}

/**
 * @param {ESTree.Argument | undefined} argument
 * @returns {string | undefined}
 */
function titleText(argument) {
  if (argument?.type === "Literal" && typeof argument.value === "string") return argument.value;
  if (argument?.type === "TemplateLiteral") return argument.quasis.map(({ value }) => value.cooked).join("…");
  return undefined;
}

/**
 * Follows `it`, `it.each(rows)`, `it.skipIf(…)`, `describe.concurrent` … to the name they begin with.
 * @param {ESTree.Expression | ESTree.Super} callee
 * @returns {boolean}
 */
function declaresTest(callee) {
  if (callee.type === "Identifier") return TEST_FUNCTIONS.has(callee.name);
  if (callee.type === "CallExpression") return declaresTest(callee.callee);
  if (callee.type !== "MemberExpression" || callee.property.type !== "Identifier") return false;
  return !NEVER_RUN.has(callee.property.name) && declaresTest(callee.object);
}

/**
 * @param {string} source
 * @param {number} offset
 */
function lineAt(source, offset) {
  return source.slice(0, offset).split("\n").length;
}

const TEST_FUNCTIONS = new Set(["it", "test", "describe"]);
const NEVER_RUN = new Set(["skip", "todo"]);

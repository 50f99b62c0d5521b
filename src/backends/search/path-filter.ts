import ignore from "ignore";
import { Fault } from "../../kernel/index.ts";
import { globExpression } from "./glob-expression.ts";
import { isSlowRule } from "./walk/ignore-rules.ts";

/** Tells whether a path below the root is wanted. */
export type PathFilter = (path: string) => boolean;

/** Makes a filter of globs: at least one positive must match where there are any, and no `!` one. */
export function createPathFilter(globs: readonly string[] = []): PathFilter {
  const wanted = globs.filter((glob) => !glob.startsWith("!")).map(matcherOf);
  const unwanted = globs.filter((glob) => glob.startsWith("!")).map((glob) => glob.slice(1));
  const slow = unwanted.find(isSlowRule);
  if (slow !== undefined) {
    throw new Fault("invalid_input", `The glob ${JSON.stringify(`!${slow}`)} crosses folders too often.`, {
      hint: "Use fewer **/ in it.",
    });
  }
  const excluded = ignore({ ignorecase: false }).add(unwanted);
  return (path) => {
    if (wanted.length > 0 && !wanted.some((matches) => matches(path))) return false;
    return unwanted.length === 0 || !excluded.ignores(path);
  };
}

/** A glob without a slash is about names, as everywhere. */
function matcherOf(glob: string): PathFilter {
  const pattern = glob.replace(/^\.?\//, "");
  const expression = globExpression(pattern);
  if (glob.includes("/")) return (path) => expression.test(path);
  return (path) => expression.test(path.slice(path.lastIndexOf("/") + 1));
}

import type { Word } from "../simple-command.ts";
import { isCounted } from "./arithmetic.ts";
import { valueOf } from "./scope.ts";
import type { Place, Walker } from "./walker.ts";

/** Words in which the shell evaluates indexes when they run, quoted or not: names of variables, numbers to compare. */
export function checkEvaluated(words: readonly Word[], place: Place, walker: Walker): void {
  for (const word of words) {
    const text = heldBy(word, place);
    if (text === undefined) walker.evaluated ??= word.source;
    if (isCounted(word) || !/\[[^]*[$`]|\$\(|`/.test(text ?? word.source)) continue;
    walker.doubts.push({
      verdict: "ask",
      rule: "shell.evaluated-variable",
      reason: "the shell runs the substitutions in an index",
      source: word.source,
    });
    // What stands in it is looked at as if it stood there by itself.
    walker.walkText(`: ${text ?? word.source}`, place, word.source);
  }
}

/** A bare name stands for what the variable holds. */
function heldBy({ text }: Word, { scope }: Place): string | undefined {
  if (text === undefined || !/^[A-Za-z_]\w*$/.test(text)) return text;
  const value = valueOf(scope, text);
  return value === undefined ? text : value.text;
}

import type { Case, CompoundCommand, CompoundList, For, If, Select, TestExpression } from "unbash";
import type { Word } from "../simple-command.ts";
import { runArithmetic } from "./arithmetic.ts";
import { checkEvaluated } from "./check-evaluated.ts";
import { wordOf, wordsOf } from "./expand-word.ts";
import type { Expansion } from "./expansion.ts";
import { isQuotedIndex } from "./index-text.ts";
import { adoptPerhaps } from "./merge-scopes.ts";
import { assign, assignNamed, forkOf, UNKNOWN, type Value, valueOf } from "./scope.ts";
import { walkRemembered } from "./walk-remembered.ts";
import type { Place, Walker } from "./walker.ts";

/** Walks groups, branches, loops and tests. */
export function walkCompound(node: CompoundCommand, place: Place, walker: Walker, at: Expansion): void {
  switch (node.type) {
    case "BraceGroup":
      return walker.walk(node.body, place);
    case "Subshell":
      return walker.walk(node.body, { ...place, scope: forkOf(place.scope) });
    case "If":
      return walkIf(node, place, walker);
    case "Case":
      return walkCase(node, place, walker, at);
    case "While":
      return walkLoop([node.clause, node.body], place, walker);
    case "For":
    case "Select":
      return walkFor(node, place, walker, at);
    case "ArithmeticFor":
      for (const part of [node.initialize, node.test, node.update]) runArithmetic(part, "for ((…))", at);
      return walkLoop([node.body], place, walker);
    case "TestCommand":
      return runTest(node.expression, place, walker, at);
    case "ArithmeticCommand":
      runArithmetic(node.expression, `((${node.body}))`, at);
  }
}

function walkIf(node: If, place: Place, walker: Walker): void {
  walker.walk(node.clause, place);
  for (const branch of [node, ...node.elif]) {
    if (branch !== node) perhaps(branch.clause, place, walker);
    perhaps(branch.then, place, walker);
  }
  if (node.else !== undefined) perhaps(node.else, place, walker);
}

function walkCase({ word, items }: Case, place: Place, walker: Walker, at: Expansion): void {
  wordOf(word, at);
  for (const { pattern, body } of items) {
    for (const one of pattern) wordOf(one, at);
    perhaps(body, place, walker);
  }
}

function perhaps(list: CompoundList, place: Place, walker: Walker): void {
  const scope = forkOf(place.scope);
  walker.walk(list, { ...place, scope });
  adoptPerhaps(place.scope, scope);
}

/** What a round changes the next one starts with, so a loop that changes something known is walked once more without it. */
function walkLoop(lists: readonly CompoundList[], place: Place, walker: Walker): void {
  walker.repeating++;
  if (walkRound(lists, place, walker)) walkRound(lists, place, walker);
  walker.repeating--;
}

function walkRound(lists: readonly CompoundList[], place: Place, walker: Walker): boolean {
  const scope = forkOf(place.scope);
  for (const list of lists) walkRemembered(list, { ...place, scope }, walker);
  const { folder } = place.scope;
  const changes = scope.isBlurred || [...(scope.variables?.keys() ?? [])].some(isKnown);
  adoptPerhaps(place.scope, scope);
  return changes || place.scope.folder !== folder;

  function isKnown(name: string): boolean {
    const value = valueOf(place.scope, name);
    return value?.text !== undefined || value?.elements !== undefined;
  }
}

/** With each of the words in turn where they are few. */
function walkFor(node: For | Select, place: Place, walker: Walker, at: Expansion): void {
  const words = node.wordlist?.flatMap((word) => wordsOf(word, at));
  const name = node.name.value;
  for (const value of valuesFor(node, words, place, walker)) {
    assignNamed(place.scope, name, value);
    walkLoop([node.body], place, walker);
  }
  assign(place.scope, name, UNKNOWN);
}

function valuesFor(
  node: For | Select,
  words: readonly Word[] | undefined,
  { scope }: Place,
  walker: Walker,
): readonly Value[] {
  const choices = words ?? scope.positional;
  // What stands in a loop over nothing would not run, but was written to.
  if (choices === undefined || choices.length === 0 || node.type === "Select") return [UNKNOWN];
  const isFew = choices.length <= MOST_ROUNDS && walker.ran < MOST_BEFORE;
  return isFew ? choices : [unknownRound(choices)];
}

const MOST_ROUNDS = 32;

/** Loops in loops multiply, so only the first ones are followed word by word. */
const MOST_BEFORE = 64;

function unknownRound(words: readonly Word[]): Value {
  const from = words.flatMap((word) => word.from ?? []);
  const isOdd = words.some(({ source }) => isQuotedIndex(source));
  return { ...UNKNOWN, ...(from.length > 0 && { from }), ...(isOdd && { isOdd }) };
}

function runTest(expression: TestExpression, place: Place, walker: Walker, at: Expansion): void {
  const waiting: TestExpression[] = [expression];
  for (let test = waiting.pop(); test !== undefined; test = waiting.pop()) {
    switch (test.type) {
      case "TestUnary": {
        const word = wordOf(test.operand, at);
        if (test.operator === "-v" || test.operator === "-R") checkEvaluated([word], place, walker);
        break;
      }
      case "TestBinary": {
        const sides = [wordOf(test.left, at), wordOf(test.right, at)];
        if (/^-(?:eq|ne|lt|le|gt|ge)$/.test(test.operator)) checkEvaluated(sides, place, walker);
        break;
      }
      case "TestLogical":
        waiting.push(...test.operands);
        break;
      case "TestNot":
        waiting.push(test.operand);
        break;
      case "TestGroup":
        waiting.push(test.expression);
    }
  }
}

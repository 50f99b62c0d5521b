import { readFileSync } from "node:fs";
import type { Reporter, SerializedError, TestCase, TestModule, TestSuite } from "vitest/node";
import { skipReason } from "./skip-reason.ts";

/** Closes a run with what was skipped for which reason, and one plain line of counts. */
export function closingReporter(print: (line: string) => void = console.log): Reporter {
  return { onTestRunEnd: (modules, errors) => print(closingLines(modules, errors).join("\n")) };
}

function closingLines(modules: readonly TestModule[], errors: readonly SerializedError[]): string[] {
  const tests = modules.flatMap((module) => [...module.children.allTests()]);
  const withState = (state: string): TestCase[] => tests.filter((test) => test.result().state === state);
  const broken = modules
    .flatMap((module) => [module, ...module.children.allSuites()])
    .flatMap((part) => part.errors());
  const failed = withState("failed").length + broken.length + errors.length;
  const skipped = withState("skipped");
  return [
    ...linesPerReason(skipped.map(reasonOf)),
    `${withState("passed").length} passed, ${failed} failed, ${skipped.length} skipped`,
  ];
}

function linesPerReason(reasons: readonly string[]): string[] {
  return [...new Set(reasons)]
    .toSorted()
    .map((reason) => `skipped ${reasons.filter((other) => other === reason).length}: ${reason}`);
}

function reasonOf(test: TestCase): string {
  const result = test.result();
  if (result.state === "skipped" && result.note !== undefined) return result.note;
  const places = [test, ...suitesAround(test)].flatMap(({ location }) => location ?? []);
  return skipReason(readFileSync(test.module.moduleId, "utf8"), places);
}

function suitesAround(test: TestCase): TestSuite[] {
  const suites: TestSuite[] = [];
  for (let parent = test.parent; parent.type === "suite"; parent = parent.parent) suites.push(parent);
  return suites;
}

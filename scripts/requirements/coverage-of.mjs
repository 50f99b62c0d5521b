/** @import { TestTitle } from "./titles-of.mjs" */

/**
 * @typedef {{ readonly id: string, readonly issue?: string, readonly tests: readonly TestTitle[] }} Requirement
 * @typedef {{ readonly requirements: readonly Requirement[], readonly problems: readonly string[] }} Coverage
 */

/**
 * Which tests carry which requirement, and what is wrong: a claimed number without a test, a number that does not exist.
 * @param {readonly TestTitle[]} titles
 * @param {Readonly<Record<string, readonly string[]>>} claims R-numbers by the issue that claims them
 * @returns {Coverage}
 */
export function coverageOf(titles, claims) {
  const issues = new Map(Object.entries(claims).flatMap(([issue, ids]) => ids.map((id) => [id, issue])));
  const carried = titles.map((test) => ({ test, ids: numbersOf(test.title) }));
  const ids = [...new Set([...issues.keys(), ...carried.flatMap((row) => row.ids ?? [])])];
  const requirements = ids.toSorted(byNumber).map((id) => {
    const issue = issues.get(id);
    const tests = carried.filter((row) => row.ids?.includes(id)).map(({ test }) => test);
    return { id, ...(issue !== undefined && { issue }), tests };
  });
  return { requirements, problems: [...carried.flatMap(malformed), ...requirements.flatMap(problemOf)] };
}

/**
 * The R-numbers a title begins with (`R184, R333: …`), or undefined when it begins like that and goes wrong.
 * @param {string} title
 * @returns {readonly string[] | undefined}
 */
function numbersOf(title) {
  if (!/^\s*R\d/.test(title)) return [];
  return /^(R\d+(?:, R\d+)*): \S/.exec(title)?.[1]?.split(", ");
}

/** @param {{ test: TestTitle, ids: readonly string[] | undefined }} row */
function malformed({ test: { file, line, title }, ids }) {
  if (ids !== undefined) return [];
  return [`${file}:${line} "${title}" should begin like "R184: …" or "R184, R333: …" (no ranges)`];
}

/** @param {Requirement} requirement */
function problemOf({ id, issue, tests }) {
  if (!doesExist(id)) {
    const places = tests.map(({ file, line }) => `${file}:${line}`).join(", ");
    return [
      `${id} does not exist (R1 to R${LAST_REQUIREMENT} do); named in ${places || `the claims of ${issue}`}`,
    ];
  }
  return issue !== undefined && tests.length === 0
    ? [`${id} is claimed by ${issue} and no test carries it`]
    : [];
}

/** @param {string} id */
function doesExist(id) {
  return /^R[1-9]\d*$/.test(id) && numberOf(id) <= LAST_REQUIREMENT;
}

/**
 * @param {string} one
 * @param {string} other
 */
function byNumber(one, other) {
  return numberOf(one) - numberOf(other);
}

/** @param {string} id */
function numberOf(id) {
  return Number(id.slice(1));
}

/** The last number of the requirements document. */
const LAST_REQUIREMENT = 344;

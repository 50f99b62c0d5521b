import { expect, it } from "vitest";
import { judgeScope } from "./judge-scope.ts";

const survey = { what: 'the profile "survey"', names: new Set(["read", "grep", "ls"]) };
const list = { what: "the list of --tools", names: new Set(["read", "write"]) };

it("lets through what every scope holds", () => {
  expect(judgeScope({ name: "read" }, [survey, list])).toEqual({ verdict: "allow" });
  expect(judgeScope({ name: "anything" }, [])).toEqual({ verdict: "allow" });
});

it("refuses what one scope lacks and says what is left", () => {
  expect(judgeScope({ name: "write" }, [survey, list])).toEqual({
    verdict: "deny",
    code: "denied_scope",
    reason: 'write is not in the profile "survey".',
    hint: "In scope: read.",
  });
});

it("says so when nothing is left", () => {
  const nothing = { what: "--no-tools", names: new Set<string>() };
  expect(judgeScope({ name: "read" }, [nothing])).toMatchObject({ hint: "No tool is in scope." });
});

import { expect, it } from "vitest";
import { judgeUrl } from "../../kernel/index.ts";
import { judgeUrls } from "./judge-urls.ts";

const touch = (url: string) => [{ kind: "url" as const, url, verdict: judgeUrl(url) }];

it("lets an ordinary URL through at every level", () => {
  expect(judgeUrls("L0", touch("https://example.com/"))).toEqual({ verdict: "allow" });
});

it("refuses a blocked URL at every level", () => {
  for (const level of ["L0", "L2", "L3"] as const) {
    expect(judgeUrls(level, touch("http://127.0.0.1/"))).toMatchObject({
      verdict: "deny",
      code: "denied_policy",
      reason: expect.stringContaining("127.0.0.1"),
    });
  }
});

it("asks about a doubtful URL at L2, marks it at L3 and refuses it below", () => {
  const doubtful = touch("https://example.com:8081/");
  expect(judgeUrls("L1", doubtful)).toMatchObject({ verdict: "deny", code: "denied_trust" });
  expect(judgeUrls("L2", doubtful)).toMatchObject({
    verdict: "ask",
    reason: expect.stringContaining("8081"),
  });
  expect(judgeUrls("L3", doubtful)).toMatchObject({
    verdict: "allow",
    mark: expect.stringContaining("8081"),
  });
});

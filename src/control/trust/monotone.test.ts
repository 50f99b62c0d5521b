import * as fc from "fast-check";
import { expect, it } from "vitest";
import { TRUST_LEVELS, type TrustLevel, type UrlVerdict } from "../../kernel/index.ts";
import { builtinRegistry } from "../../tools/index.ts";
import type { ExaminedTouch } from "../policy/examine-touches.ts";
import { judgeFiles } from "../policy/judge-files.ts";
import { judgeUrls } from "../policy/judge-urls.ts";
import { strictest } from "../policy/strictest.ts";
import { judgeTrust } from "./judge-trust.ts";

const ground = { roots: ["/ws"], safePaths: ["/ws/.deckhand/scratch"], hidden: ["/state"] };
const tools = [...builtinRegistry().names()].flatMap((name) => builtinRegistry().get(name) ?? []);

const place = fc.constantFrom(
  "/ws/a",
  "/ws/.env",
  "/ws/.mcp.json",
  "/ws/.git/config",
  "/ws/.deckhand/scratch/a",
  "/etc/passwd",
  "/state/key",
);
const urlVerdict: fc.Arbitrary<UrlVerdict> = fc.constantFrom(
  { verdict: "block", rule: "scheme", reason: "no" },
  { verdict: "confirm", rule: "port", reason: "odd", target: target("https://a.example:81/") },
  { verdict: "allow", rule: "public", reason: "fine", target: target("https://a.example/") },
);
const touch: fc.Arbitrary<ExaminedTouch> = fc.oneof(
  fc.record({
    kind: fc.constant("path" as const),
    op: fc.constantFrom("read", "list", "write", "create", "delete"),
    path: place,
    spelled: place,
    real: fc.option(place, { nil: undefined }),
  }),
  fc.record({
    kind: fc.constant("command" as const),
    command: fc.string(),
    verdict: fc.record({
      verdict: fc.constantFrom("allow", "ask", "deny"),
      rule: fc.constant("r"),
      reason: fc.constant("x"),
    }),
  }),
  fc.record({ kind: fc.constant("url" as const), url: fc.webUrl(), verdict: urlVerdict }),
);

function target(text: string) {
  const url = new URL(text);
  return { url, host: url.hostname, port: 443, isLiteral: false, isOpened: false };
}

it("raising the level never turns what was allowed into what is denied", () => {
  const call = fc.record({
    tool: fc.constantFrom(...tools),
    own: fc.option(fc.constantFrom(...TRUST_LEVELS), { nil: undefined }),
    touches: fc.array(touch, { maxLength: 3 }),
    containment: fc.constantFrom("sandbox" as const, "missing" as const, "waived" as const),
    standing: fc.option(fc.record({ consented: fc.boolean(), pinned: fc.boolean() }), { nil: undefined }),
  });
  fc.assert(
    fc.property(call, ({ tool, own, touches, containment, standing }) => {
      const verdicts = TRUST_LEVELS.map((current: TrustLevel) => {
        const question = { current, touches, containment, safePaths: ground.safePaths };
        const asked = {
          ...question,
          tool: { ...tool, trust: own ?? tool.trust },
          standingOf: () => standing,
        };
        return strictest([
          judgeTrust(asked),
          judgeFiles(current, touches, { ground }),
          judgeUrls(current, touches),
        ]).verdict;
      });
      const allowed = verdicts.indexOf("allow");
      expect(allowed === -1 ? [] : verdicts.slice(allowed)).not.toContain("deny");
    }),
    { numRuns: 2000 },
  );
});

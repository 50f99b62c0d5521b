import { describe, expect, it } from "vitest";
import { judgeUrl } from "../../kernel/index.ts";
import type { ApprovalRule, PathOp } from "./approval.ts";
import type { ExaminedTouch } from "../policy/examine-touches.ts";
import { matchesRule } from "./matches-rule.ts";
import { ruleFor, type RuledCall, sentenceOf } from "./rule-for.ts";

const call = (...touches: ExaminedTouch[]): RuledCall => ({
  tool: "write",
  definition: "d",
  cwd: "/ws",
  roots: ["/ws"],
  touches,
});
const file = (real: string, op: PathOp = "write", spelled = real): ExaminedTouch => ({
  kind: "path",
  op,
  path: spelled,
  spelled,
  real,
});
const run = (command: string): ExaminedTouch => ({
  kind: "command",
  command,
  verdict: { verdict: "ask", rule: "r", reason: "x" },
});
const fetchOf = (url: string): ExaminedTouch => ({ kind: "url", url, verdict: judgeUrl(url) });

function made(from: RuledCall): ApprovalRule {
  const rule = ruleFor(from);
  if (rule === undefined) throw new Error("no rule was made");
  return rule;
}

describe("a rule about files", () => {
  const rule = made(call(file("/ws/src/a.ts")));

  it("covers the folder of the file, and says so", () => {
    expect(rule).toEqual({
      tool: "write",
      cwd: "/ws",
      when: [{ kind: "folder", path: "/ws/src", op: "write" }],
    });
    expect(sentenceOf(rule)).toBe(
      'In "/ws", always allow write to write any file below "/ws/src" that is not sensitive.',
    );
    expect(matchesRule(rule, call(file("/ws/src/deep/b.ts")))).toBe(true);
  });

  it("covers nothing beside it, nothing sensitive, no other operation, tool or workspace", () => {
    expect(matchesRule(rule, call(file("/ws/srcs/b.ts")))).toBe(false);
    expect(matchesRule(rule, call(file("/ws/src/.npmrc")))).toBe(false);
    expect(matchesRule(rule, call(file("/ws/src/b.ts", "delete")))).toBe(false);
    expect(matchesRule(rule, call(file("/etc/b.ts", "write", "/ws/src/b.ts")))).toBe(false);
    expect(matchesRule(rule, call(file("/ws/src/b.ts", "write", "/ws/src/.mcp.json")))).toBe(false);
    expect(matchesRule(rule, { ...call(file("/ws/src/b.ts")), tool: "edit" })).toBe(false);
    expect(matchesRule(rule, { ...call(file("/ws/src/b.ts")), cwd: "/other" })).toBe(false);
  });

  it("covers a call only when it covers all it touches", () => {
    expect(matchesRule(rule, call(file("/ws/src/a"), file("/ws/lib/a")))).toBe(false);
    expect(matchesRule(rule, call())).toBe(false);
  });

  it("names one file where a folder would be too much: at the root, outside, or sensitive", () => {
    for (const path of ["/ws/a.ts", "/etc/hosts", "/ws/sub/.mcp.json"]) {
      const one = made(call(file(path)));
      expect(one.when).toEqual([{ kind: "file", path, op: "write" }]);
      expect(matchesRule(one, call(file(path)))).toBe(true);
      expect(matchesRule(one, call(file(`${path}x`)))).toBe(false);
    }
  });
});

describe("a rule about commands and URLs", () => {
  it("covers exactly one command", () => {
    const rule = made(call(run("npm test")));
    expect(sentenceOf(rule)).toContain('run exactly "npm test"');
    expect(matchesRule(rule, call(run("npm test")))).toBe(true);
    expect(matchesRule(rule, call(run("npm test; rm -rf ~")))).toBe(false);
    expect(matchesRule(rule, call())).toBe(false);
  });

  it("covers a command only in the folder it was run in", () => {
    const [here, there] = [run("npm test"), { ...run("npm test"), cwd: "/ws/other" }];
    const rule = made(call(there));
    expect(sentenceOf(rule)).toContain('run exactly "npm test" in "/ws/other"');
    expect(matchesRule(rule, call(there))).toBe(true);
    expect(matchesRule(rule, call(here))).toBe(false);
    expect(matchesRule(made(call(here)), call(there))).toBe(false);
  });

  it("covers a host on its port, but of what is doubtful only the exact URL", () => {
    const host = made(call(fetchOf("https://example.com/a")));
    expect(host.when).toEqual([{ kind: "host", host: "example.com", port: 443 }]);
    expect(matchesRule(host, call(fetchOf("https://example.com/b")))).toBe(true);
    expect(matchesRule(host, call(fetchOf("https://a.example.com/b")))).toBe(false);
    expect(matchesRule(host, call(fetchOf("http://example.com/b")))).toBe(false);
    const exact = made(call(fetchOf("https://example.com:8081/a")));
    expect(exact.when).toEqual([{ kind: "url", url: "https://example.com:8081/a" }]);
    expect(matchesRule(exact, call(fetchOf("https://example.com:8081/a")))).toBe(true);
    expect(matchesRule(exact, call(fetchOf("https://example.com:8081/b")))).toBe(false);
  });
});

describe("a rule about a tool that touches nothing by name", () => {
  const rule = made({ ...call(), tool: "github__create_issue" });

  it("covers every call until the definition changes, and says so", () => {
    expect(sentenceOf(rule)).toBe(
      'In "/ws", always allow github__create_issue, whatever its arguments, until its definition changes.',
    );
    expect(matchesRule(rule, { ...call(), tool: "github__create_issue" })).toBe(true);
    expect(matchesRule(rule, { ...call(), tool: "github__create_issue", definition: "e" })).toBe(false);
  });

  it("covers no call that does touch something, and without a definition nothing at all", () => {
    expect(matchesRule(rule, { ...call(file("/ws/a")), tool: "github__create_issue" })).toBe(false);
    expect(matchesRule({ tool: "write", cwd: "/ws", when: [] }, call())).toBe(false);
  });
});

describe("a rule is something a person can read", () => {
  it("is not made when it would be too long", () => {
    expect(ruleFor(call(run("x".repeat(2000))))).toBeUndefined();
    expect(ruleFor(call(...Array.from({ length: 100 }, (_, at) => file(`/ws/d${at}/a`))))).toBeUndefined();
  });

  it("says each thing once, on one line", () => {
    const rule = made(call(file("/ws/s/a"), file("/ws/s/b"), file("/ws/a\nb/c")));
    expect(rule.when).toHaveLength(2);
    expect(sentenceOf(rule)).not.toContain("\n");
  });
});

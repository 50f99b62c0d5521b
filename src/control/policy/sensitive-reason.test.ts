import { describe, expect, it } from "vitest";
import { SENSITIVE_FILES } from "./sensitive-files.ts";
import { sensitiveReason } from "./sensitive-reason.ts";

describe("files a person wants to know about before they are written", () => {
  it.each([
    ".mcp.json",
    "sub/.mcp.json",
    ".MCP.JSON",
    ".m\u200bcp.json",
    ".vscode/mcp.json",
    ".vscode/settings.json",
    ".vscode",
    ".vscode/a\u2028b.json",
    ".vscode/a\nb/c.json",
    ".cursor/rules/a.mdc",
    "mcp_config.json",
    "cline_mcp_settings.json",
    "claude_desktop_config.json",
    ".claude/settings.json",
    ".indusvx/mcp.json",
    ".npmrc",
    "packages/a/.npmrc",
    ".gitattributes",
    "AGENTS.md",
    "docs/CLAUDE.md",
    ".cursorrules",
    ".clinerules/a.md",
    ".github/copilot-instructions.md",
    ".github/workflows/ci.yml",
    ".gitlab-ci.yml",
    ".gitlab-ci.yaml",
    ".circleci/config.yml",
    "Jenkinsfile",
    "azure-pipelines.yml",
    ".ssh/authorized_keys",
    ".ssh/config",
    "~/.ssh/rc",
    ".config/systemd/user/x.service",
    ".config/autostart/x.desktop",
  ])("%s", (path) => {
    expect(sensitiveReason(`/ws/${path}`, "write")).toMatch(/^w(?:hich|ith) /);
  });

  it.each([
    "mcp.ts",
    "notes.mcp.json.md",
    ".npmrc.md",
    "README.md",
    ".github/ISSUE_TEMPLATE/bug.md",
    ".vscodeignore",
    "workflows/ci.yml",
    "my.vscode/settings.json",
    ".env",
    "agents.mdx",
  ])("not %s", (path) => {
    expect(sensitiveReason(`/ws/${path}`, "write")).toBeUndefined();
  });
});

describe("files a person wants to know about before they are read", () => {
  it.each([
    ".env",
    ".ENV",
    ".env.local",
    "deploy/prod.env",
    "k.pem",
    "tls/server.key",
    "id_rsa",
    ".ssh/id_ed25519",
    ".ssh",
    "id_rsa.bak",
    "store.p12",
    ".aws/credentials",
    ".netrc",
    ".git-credentials",
    ".docker/config.json",
    ".kube/config",
    "service-account-prod.json",
  ])("%s", (path) => {
    expect(sensitiveReason(`/ws/${path}`, "read")).toMatch(/^which may hold /);
  });

  it.each([
    ".env.example",
    ".env.sample",
    "environment.ts",
    "env.ts",
    "id_rsa.pub",
    "keys.ts",
    "a.keyboard",
    ".npmrc",
    ".vscode/settings.json",
    "AGENTS.md",
    "credentials.md",
    "etc/shadow.css",
  ])("not %s", (path) => {
    expect(sensitiveReason(`/ws/${path}`, "read")).toBeUndefined();
  });
});

it("the list is spelled as names are compared", () => {
  for (const { names, except = [] } of SENSITIVE_FILES) {
    for (const name of [...names, ...except]) expect(name).toBe(name.toLowerCase());
  }
});

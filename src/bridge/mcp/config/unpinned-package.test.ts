import { describe, expect, it } from "vitest";
import { unpinnedPackage } from "./unpinned-package.ts";

const found = (line: string): string | undefined => {
  const [command = "", ...args] = line.split(" ");
  return unpinnedPackage({ id: "a", transport: "stdio", command, args, env: {} });
};

describe("unpinnedPackage", () => {
  it.each([
    ["npx -y server", "server"],
    ["npx -y @scope/server /folder", "@scope/server"],
    ["npx server@latest", "server@latest"],
    ["npx -y @scope/server@^1.0.0", "@scope/server@^1.0.0"],
    ["npx --package=server run", "server"],
    ["npx -p server run", "server"],
    ["/usr/bin/npx server", "server"],
    ["npx.cmd server", "server"],
    ["pnpm dlx server", "server"],
    ["npm exec server", "server"],
    ["uvx server", "server"],
    ["uvx --from server run", "server"],
    ["pipx run server", "server"],
  ])("finds the package of %s", (line, name) => {
    expect(found(line)).toBe(name);
  });

  it.each([
    "npx -y server@1.2.3",
    "npx -y @scope/server@1.2.3",
    "npx ./local",
    "npx",
    "npm install server",
    "pnpm run server",
    "uvx server==1.2.3",
    "uvx --from server@1.2.3 run",
    "node server.js",
    "npx ${SERVER}",
  ])("finds none in %s", (line) => {
    expect(found(line)).toBeUndefined();
  });

  it("does not look at servers that are reached by URL", () => {
    expect(unpinnedPackage({ id: "a", transport: "auto", url: "http://npx/", headers: {} })).toBeUndefined();
  });
});

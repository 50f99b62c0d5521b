import { expect, it } from "vitest";
import { sshArguments } from "./ssh-arguments.ts";

const shared = { socket: "/tmp/s", role: "opens" } as const;

it("asks nobody, trusts no unknown key, and opens neither terminal nor forwarding", () => {
  const args = sshArguments({ host: "box" }, shared, "run this");
  for (const option of [
    "BatchMode=yes",
    "StrictHostKeyChecking=yes",
    "ClearAllForwardings=yes",
    "RequestTTY=no",
  ]) {
    expect(args).toContain(option);
  }
  expect(args.slice(-3)).toEqual(["--", "box", "run this"]);
  expect(args).toContain("ControlMaster=yes");
  expect(sshArguments({ host: "box" }, { ...shared, role: "shares" }, "")).toContain("ControlMaster=no");
});

it("leaves to the user's configuration what it is not told", () => {
  const plain = sshArguments({ host: "box" }, shared, "").join(" ");
  expect(plain).not.toMatch(/IdentityFile|KnownHosts| -l | -p | -F /);
  const told = {
    host: "box",
    user: "me",
    port: 2222,
    identityFile: "/k",
    knownHostsFile: "/h",
    configFile: "none",
  };
  const args = sshArguments(told, shared, "").join(" ");
  expect(args).toContain('IdentityFile="/k" -o IdentitiesOnly=yes');
  expect(args).toContain('UserKnownHostsFile="/h" -o GlobalKnownHostsFile=/dev/null -l me -p 2222 --');
  expect(args).toContain("-F none");
});

it("keeps signs in a path from meaning anything", () => {
  const args = sshArguments({ host: "box", identityFile: "/a b/100%d" }, shared, "");
  expect(args).toContain('IdentityFile="/a b/100%%d"');
  for (const identityFile of ['/a"b', "/a\nb", "/${HOME}/k"]) {
    expect(() => sshArguments({ host: "box", identityFile }, shared, "")).toThrow("cannot be told the path");
  }
});

it.each(["-oProxyCommand=touch x", "a b", "a;b", "a\nb", "$(id)", "me@box", "", "ssh://box", "a'b"])(
  "takes %j for no host",
  (host) => {
    expect(() => sshArguments({ host }, shared, "")).toThrow("is no host for ssh");
  },
);

it.each(["box", "box.example.org", "10.0.0.1", "::1", "fe80::1%eth0", "my_box-2"])(
  "takes %j for a host",
  (host) => {
    expect(sshArguments({ host }, shared, "")).toContain(host);
  },
);

it.each(["-l", "a b", "$USER", "a;b", ""])("takes %j for no user", (user) => {
  expect(() => sshArguments({ host: "box", user }, shared, "")).toThrow("is no user for ssh");
});

it.each([0, -1, 65_536, 1.5, Number.NaN])("takes %j for no port", (port) => {
  expect(() => sshArguments({ host: "box", port }, shared, "")).toThrow("is no port for ssh");
});

import { expect, it } from "vitest";
import { createRedactor } from "../../control/index.ts";
import { createKnownSecrets } from "./known-secrets.ts";

it("tells the values under secret names, as they are at the time", () => {
  const env: Record<string, string> = {
    API_TOKEN: "s3cr3t-value",
    PATH: "/usr/bin",
    SHORT_TOKEN: "abc",
    PWD: "/home/someone",
  };
  const secrets = createKnownSecrets(env);
  expect(secrets()).toEqual(["s3cr3t-value"]);
  env["API_TOKEN"] = "another-value";
  env["DB_PASSWORD"] = "a-third-value";
  delete env["PATH"];
  expect(secrets()).toEqual(["another-value", "a-third-value"]);
});

it("a secret that was set a moment ago is taken out of everything from then on", async () => {
  const env: Record<string, string> = {};
  const redactor = createRedactor({ secrets: createKnownSecrets(env) });
  expect(redactor.now().text("horse-battery")).toBe("horse-battery");
  env["LOGIN_PASSWORD"] = "horse-battery";
  expect(redactor.text("horse-battery")).not.toContain("battery");
  await Promise.resolve();
  expect(redactor.now().text("horse-battery")).not.toContain("battery");
  expect(redactor.now().value({ said: "horse-battery" })).not.toEqual({ said: "horse-battery" });
});

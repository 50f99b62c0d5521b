import { describe, expect, it } from "vitest";
import { judgeRedirect, MOST_REDIRECTS, type Redirect } from "./judge-redirect.ts";
import { judgeUrl } from "./judge-url.ts";

function step(location: string, more: Partial<Redirect> = {}) {
  const redirect = {
    asked: "https://pub.example/a/b",
    sent: "https://pub.example/a/b",
    followed: 0,
    location,
    ...more,
  };
  return judgeRedirect(redirect, (url) => judgeUrl(url));
}

describe("judgeRedirect", () => {
  it.each([
    ["/new", "https://pub.example/new"],
    ["c?d", "https://pub.example/a/c?d"],
    ["//pub.example./x", "https://pub.example/x"],
    ["https://PUB.example:8443/x", "https://pub.example:8443/x"],
  ])("follows %s on the same host", (location, url) => {
    expect(step(location)).toEqual({ kind: "follow", url });
  });

  it.each(["https://www.pub.example/", "https://pub.example.evil.example/", "https://other.example:2222/"])(
    "hands %s back, on another host",
    (location) => {
      expect(step(location)).toEqual({ kind: "hand-back", url: location });
    },
  );

  it.each([
    ["http://169.254.169.254/", "platform-endpoint"],
    ["file:///etc/passwd", "scheme"],
    ["//localhost/", "local-name"],
    ["https://pub.example:22/", "port"],
    ["https://me@pub.example/", "credentials"],
    ["http://pub.example/", "downgrade"],
    ["https://[", "malformed"],
  ])("refuses %s: %s", (location, rule) => {
    expect(step(location)).toMatchObject({ kind: "refuse", rule });
  });

  it("follows five, and no more", () => {
    expect(step("/x", { followed: MOST_REDIRECTS - 1 }).kind).toBe("follow");
    expect(step("/x", { followed: MOST_REDIRECTS })).toMatchObject({
      kind: "refuse",
      rule: "too-many-redirects",
    });
  });

  it("plain http that was only upgraded may stay plain http", () => {
    expect(step("http://pub.example/x", { asked: "http://pub.example/a" }).kind).toBe("follow");
  });
});

import { describe, expect, it } from "vitest";
import { refuseUnfitAddress } from "./refuse-unfit-address.ts";

const PUBLIC = "https://mcp.example/mcp";

describe("an address that a server names for its sign-in", () => {
  it.each([
    [PUBLIC, "https://auth.example/token"],
    [PUBLIC, "https://mcp.example/token"],
    [PUBLIC, "https://93.184.216.34/token"],
    ["http://mcp.example/mcp", "http://mcp.example/token"],
    ["http://127.0.0.1:8080/mcp", "http://localhost:9090/token"],
    ["http://[::1]:8080/mcp", "http://127.0.0.1:9090/token"],
    ["https://10.0.0.5/mcp", "https://10.0.0.6/token"],
    ["https://10.0.0.5/mcp", "https://auth.example/token"],
  ])("of %s may be %s", (home, url) => {
    expect(() => refuseUnfitAddress(new URL(url), new URL(home))).not.toThrow();
  });

  it.each([
    [PUBLIC, "http://auth.example/token"],
    [PUBLIC, "http://mcp.example/token"],
    [PUBLIC, "http://127.0.0.1:2375/token"],
    [PUBLIC, "https://127.0.0.1/token"],
    [PUBLIC, "https://localhost/token"],
    [PUBLIC, "https://localhost./token"],
    [PUBLIC, "https://a.localhost/token"],
    [PUBLIC, "https://[::1]/token"],
    [PUBLIC, "https://[::ffff:10.0.0.1]/token"],
    [PUBLIC, "https://2130706433/token"],
    [PUBLIC, "https://192.168.1.1/token"],
    [PUBLIC, "http://169.254.169.254/latest"],
    [PUBLIC, "https://user:pass@auth.example/token"],
    [PUBLIC, "file:///etc/passwd"],
    [PUBLIC, "javascript:alert(1)"],
    ["http://127.0.0.1:8080/mcp", "http://auth.example/token"],
    ["https://10.0.0.5/mcp", "http://10.0.0.5/token"],
  ])("of %s cannot be %s", (home, url) => {
    expect(() => refuseUnfitAddress(new URL(url), new URL(home))).toThrow("which is not asked");
  });
});

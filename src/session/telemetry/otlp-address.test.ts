import { describe, expect, it } from "vitest";
import { otlpAddress } from "./otlp-address.ts";

describe("where spans go", () => {
  it.each([
    ["http://localhost:4318", "http://localhost:4318/v1/traces"],
    ["http://localhost:4318/", "http://localhost:4318/v1/traces"],
    ["https://collector.example/otlp/", "https://collector.example/otlp/v1/traces"],
    ["https://collector.example/otlp/v1/traces", "https://collector.example/otlp/v1/traces"],
    ["https://collector.example/?team=a", "https://collector.example/v1/traces?team=a"],
  ])("is, for a collector at %s, %s", (endpoint, expected) => {
    expect(otlpAddress(endpoint, {}).endpoint).toBe(expected);
  });

  it.each([
    [{}, "http://localhost:4318/v1/traces"],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: " " }, "http://localhost:4318/v1/traces"],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: "http://a.example:1" }, "http://a.example:1/v1/traces"],
    [
      {
        OTEL_EXPORTER_OTLP_ENDPOINT: "http://a.example:1",
        OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "http://b.example/x",
      },
      "http://b.example/x",
    ],
  ])("is, with the environment %j, %s", (env, expected) => {
    expect(otlpAddress("environment", env).endpoint).toBe(expected);
  });

  it("is where the configuration says, whatever the environment says", () => {
    const env = { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "http://b.example/x" };
    expect(otlpAddress("http://a.example", env).endpoint).toBe("http://a.example/v1/traces");
  });

  it("comes with the headers and the name of the environment", () => {
    const { headers, service } = otlpAddress("environment", {
      OTEL_EXPORTER_OTLP_HEADERS:
        "Authorization=Basic%20dXNlcg==, x-team = a ,broken,=b,x y=c,x-line=a%0Ab,__proto__=d",
      OTEL_EXPORTER_OTLP_TRACES_HEADERS: "x-team=b,x-share=100%",
      OTEL_SERVICE_NAME: "mine",
    });
    expect({ ...headers }).toEqual({
      authorization: "Basic dXNlcg==",
      "x-team": "b",
      "x-share": "100%",
      ["__proto__"]: "d",
    });
    expect(service).toBe("mine");
  });
});

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { webRow } from "../open-test-fleet.ts";
import { besideNeighbour, outcomeOf } from "./beside-neighbour.ts";
import { type HostileWeb, openHostileWeb } from "./open-hostile-web.ts";

let web: HostileWeb;
let other: HostileWeb;

beforeAll(async () => {
  other = await openHostileWeb();
  web = await openHostileWeb(other.url("honest"));
});

afterAll(async () => {
  await web.close();
  await other.close();
});

/** Rows by `BEHAVIOUR at MOMENT` and what must come of each; who is not to be waited for is not waited for long. */
function rowsOf(expected: Readonly<Record<string, unknown>>, transport: "http" | "sse" | "auto" = "http") {
  return Object.entries(expected).map(([words, outcome]) => {
    const [behaviour = "", moment] = words.split(" at ");
    return webRow(words, web.url(behaviour, moment), {
      transport,
      callTimeoutMs: outcome === "timeout" ? 500 : 20_000,
      startupTimeoutMs: STALLING.test(words) && outcome !== "works" ? 1_500 : 20_000,
      headers: { Authorization: "Bearer of-the-person" },
    });
  });
}

const STALLING = /^(?:silent|stalling|endless-comments) at (?:initialize|tools.list|GET)/;

describe("one broken server over HTTP never hurts the others", () => {
  it("R94, R105: when it stalls", async () => {
    const expected = {
      "silent at initialize": "no connection: unavailable",
      "silent at tools/list": "no connection: unavailable",
      "silent at tools/call": "timeout",
      "stalling at initialize": "no connection: unavailable",
      "stalling at tools/list": "no connection: unavailable",
      "stalling at tools/call": "timeout",
      "stalling at GET": "works",
      "silent at GET": "works",
      "teasing at tools/call": "timeout",
      "endless-comments at initialize": "no connection: unavailable",
      "endless-comments at tools/call": "timeout",
      // The answer might still come on another stream.
      "accepted at tools/call": "timeout",
      "wrong-id at tools/call": "timeout",
    };
    expect(await besideNeighbour(rowsOf(expected))).toEqual(expected);
  });

  it("R93: when it refuses, breaks, or answers what is no answer", async () => {
    const bad = expect.stringMatching(/^(unavailable|tool_error)$/);
    const expected = {
      "401": "no connection: unavailable",
      "403": "no connection: unavailable",
      "404": "no connection: unavailable",
      "429": "no connection: unavailable",
      "500": "no connection: unavailable",
      "503": "no connection: unavailable",
      "401 at tools/call": bad,
      "403 at tools/call": bad,
      "404 at tools/call": bad,
      "429 at tools/call": bad,
      "500 at tools/call": bad,
      reset: "no connection: unavailable",
      "reset at tools/call": bad,
      "cut at tools/call": bad,
      "cut-stream at tools/call": bad,
      html: "no connection: unavailable",
      "html at tools/call": bad,
      "no-type at tools/call": bad,
      "empty at tools/call": bad,
      "no-content at tools/call": bad,
      "half-json at tools/call": bad,
      "no-json-rpc at tools/call": bad,
      "half-json at initialize": "no connection: unavailable",
    };
    expect(await besideNeighbour(rowsOf(expected))).toEqual(expected);
  });

  it("when it redirects: never to another origin, and nobody else hears who we are", async () => {
    const expected = {
      "302": "no connection: unavailable",
      "307": "no connection: unavailable",
      "308": "no connection: unavailable",
      "307 at tools/call": expect.stringMatching(/^(unavailable|tool_error)$/),
      "redirect-loop": "no connection: unavailable",
    };
    expect(await besideNeighbour(rowsOf(expected))).toEqual(expected);
    expect(web.seen.some(({ headers }) => headers.authorization === "Bearer of-the-person")).toBe(true);
    expect(other.seen).toEqual([]);
  });

  it("when its session is over: the next call has a new one", async () => {
    const expected = { "expired-session": "unavailable" };
    const outcomes = await besideNeighbour(rowsOf(expected), async ({ fleet, listings }) => {
      expect(await outcomeOf(fleet, "expired-session")).toBe("unavailable");
      expect(listings.filter(({ server }) => server.id === "expired-session")).toHaveLength(2);
    });
    expect(outcomes).toEqual(expected);
  });

  it("when it is an old one whose stream stalls, breaks, or points to somebody else", async () => {
    const expected = {
      sse: "works",
      "sse-stalling": "timeout",
      "sse-teasing": "timeout",
      "sse-cut": expect.stringMatching(/^(timeout|unavailable)$/),
      "sse-endless": expect.stringMatching(/^(unavailable|tool_error)$/),
      "stalling at GET": "no connection: unavailable",
      "silent at GET": "no connection: unavailable",
      "500 at GET": "no connection: unavailable",
      "html at GET": "no connection: unavailable",
      "foreign-endpoint at GET": "no connection: unavailable",
      "odd-endpoint at GET": "no connection: unavailable",
      "307 at GET": "no connection: unavailable",
    };
    expect(await besideNeighbour(rowsOf(expected, "sse"), undefined, { maxAnswerBytes: 1_000_000 })).toEqual(
      expected,
    );
    expect(other.seen).toEqual([]);
  });

  it("R103: an old one is found by its address alone", async () => {
    const expected = { sse: "works", honest: "works" };
    expect(await besideNeighbour(rowsOf(expected, "auto"))).toEqual(expected);
  });
});

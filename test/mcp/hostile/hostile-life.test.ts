import { describe, expect, it } from "vitest";
import { besideNeighbour, rowsOf } from "./beside-neighbour.ts";

describe("one broken server never hurts the others", () => {
  it("R93, R94: when it crashes, at whatever moment", async () => {
    const expected = {
      "crash start": "no connection: unavailable",
      // Old servers may end when they are asked what is newer than they are; they are then started once more.
      "crash server/discover": "works",
      "crash initialize": "no connection: unavailable",
      "crash notifications/initialized": "no connection: unavailable",
      "crash tools/list": "no connection: unavailable",
      "crash tools/call": "unavailable",
      "crash result": "works",
      "--modern crash server/discover": "no connection: unavailable",
      "--modern crash tools/list": "no connection: unavailable",
      "--modern crash tools/call": "unavailable",
      // It goes as soon as somebody listens for its changes, which may be before or after a call.
      "--modern crash subscriptions/listen": expect.stringMatching(/works|unavailable/),
    };
    expect(await besideNeighbour(rowsOf(expected))).toEqual(expected);
  });

  it("R94, R105: when it hangs, at whatever moment", async () => {
    const expected = {
      "hang start": "no connection: unavailable",
      "hang initialize": "no connection: unavailable",
      "hang tools/list": "no connection: unavailable",
      "hang tools/call": "timeout",
      "hang result": "works",
      "ignore initialize": "no connection: unavailable",
      "ignore tools/call": "timeout",
      "--modern hang server/discover": "no connection: unavailable",
      "--modern hang tools/list": "no connection: unavailable",
      "--modern hang tools/call": "timeout",
      "--modern ignore subscriptions/listen": "works",
      trickle: "timeout",
    };
    expect(await besideNeighbour(rowsOf(expected))).toEqual(expected);
  });

  it("when it falls silent at what is newer than it is, it is taken for an old one", async () => {
    const expected = { "ignore server/discover": "works", "hang server/discover": "works" };
    expect(await besideNeighbour(rowsOf(expected, 8_000))).toEqual(expected);
  });

  it("when it closes a pipe and lives on", async () => {
    const expected = {
      "close-stdout initialize": "no connection: unavailable",
      "close-stdout tools/call": "unavailable",
      "close-stdin tools/list": expect.stringMatching(/^no connection: (timeout|unavailable)$/),
      "close-stdin tools/call": "timeout",
    };
    expect(await besideNeighbour(rowsOf(expected))).toEqual(expected);
  });

  it.each([true, false])(
    "R135: when it will not go, or leaves others behind (with namespaces: %s)",
    async (namespace) => {
      const expected = {
        stubborn: "works",
        forking: "works",
        "abandoning tools/call": "unavailable",
        "abandoning result": "works",
        "hang tools/call": "timeout",
        "close-stdout tools/call": "unavailable",
        "--modern stubborn": "works",
      };
      expect(await besideNeighbour(rowsOf(expected), undefined, { namespace })).toEqual(expected);
    },
  );
});

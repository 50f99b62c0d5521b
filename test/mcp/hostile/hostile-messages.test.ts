import { describe, expect, it } from "vitest";
import { besideNeighbour, rowsOf } from "./beside-neighbour.ts";

describe("one broken server never hurts the others", () => {
  it("when what it prints is no message", async () => {
    const expected = {
      "garbage text": "works",
      "garbage half-json": "works",
      "garbage binary": "works",
      "garbage json": "works",
      "garbage batch": "works",
      "garbage escapes": "works",
      "garbage proto": "works",
      "--modern garbage text": "works",
      glued: "timeout",
    };
    expect(await besideNeighbour(rowsOf(expected))).toEqual(expected);
    expect({}).not.toHaveProperty("polluted");
  });

  it("when it answers under other ids, twice, or what nobody asked", async () => {
    const expected = {
      "wrong-id unknown": "timeout",
      "wrong-id text": "works",
      "wrong-id null": "timeout",
      "wrong-id both": "tool_error",
      "wrong-id twice": "works",
      "answers-nothing": "works",
      cancels: "works",
      "--modern wrong-id twice": "works",
      "--modern answers-nothing": "works",
    };
    expect(await besideNeighbour(rowsOf(expected))).toEqual(expected);
  });

  it("when its errors and results have odd shapes", async () => {
    const expected = {
      "odd-error text": "tool_error",
      "odd-error nothing": "tool_error",
      "odd-error empty": "tool_error",
      "odd-error list": "tool_error",
      "odd-error no-number": "tool_error",
      "odd-error no-message": "tool_error",
      "odd-error odd-message": "tool_error",
      "odd-error huge-message": "tool_error",
      "odd-error huge-data": "tool_error",
      "odd-error fraction": "tool_error",
      "odd-error escapes": "tool_error",
      "odd-result nothing": "tool_error",
      "odd-result text": "tool_error",
      "odd-result list": "tool_error",
      "odd-result empty": "answers {}",
      "odd-result no-list": 'answers {"content":"done"}',
      "odd-result null-block": 'answers {"content":[null]}',
      "odd-result odd-block": 'answers {"content":[{"type":"hologram","beams":3}]}',
      "odd-result odd-flag": 'answers {"content":[],"isError":"no"}',
      "--modern odd-result unheard-of": "tool_error",
      "--modern odd-result input-required": "tool_error",
      "deep 100000": "tool_error",
    };
    expect(await besideNeighbour(rowsOf(expected))).toEqual(expected);
  });

  it("when its lists are no lists, have no end, or are larger than any list should be", async () => {
    const expected = {
      "odd-list no-array": "no connection: unavailable",
      "odd-list nothing": "no connection: unavailable",
      "odd-list null": "no connection: unavailable",
      "odd-list entries": "works",
      "odd-list twins": "works",
      "odd-list long-name": "works",
      "odd-list remote-ref": "works",
      "odd-list self-ref": "works",
      "deep-schema 100000": "works",
      "endless-pages same": "no connection: unavailable",
      "endless-pages other": "no connection: unavailable",
      "many-tools 50000": "no connection: unavailable",
      "many-tools 9000": "works",
      "--modern endless-pages other": "no connection: unavailable",
    };
    expect(await besideNeighbour(rowsOf(expected))).toEqual(expected);
  });

  it("when it lies about itself", async () => {
    const expected = {
      "lies version": "no connection: unavailable",
      "lies old-version": "no connection: unavailable",
      "lies no-version": "no connection: unavailable",
      "lies number-version": "no connection: unavailable",
      "lies no-info": "no connection: unavailable",
      "lies odd-info": "no connection: unavailable",
      "lies no-capabilities": "no connection: unavailable",
      "lies no-tools": "works",
      "lies odd-capabilities": "no connection: unavailable",
      "lies odd-instructions": "no connection: unavailable",
      "lies huge-instructions": "works",
      "--modern lies modern-versions": "no connection: unavailable",
      "--modern lies odd-versions": "no connection: unavailable",
      "--modern lies no-capabilities": "no connection: unavailable",
    };
    expect(await besideNeighbour(rowsOf(expected))).toEqual(expected);
  });

  it("when it asks what it was not offered", async () => {
    const refused = expect.stringMatching(/^answers .*-32601/);
    const expected = {
      "asks elicitation/create": refused,
      "asks sampling/createMessage": refused,
      "asks roots/list": refused,
      "asks deckhand/unheard-of": refused,
      "asks-first": "works",
      "asks-endlessly": "works",
      "--modern asks-again": "tool_error",
    };
    expect(await besideNeighbour(rowsOf(expected))).toEqual(expected);
  });

  it("when it floods us", async () => {
    const expected = {
      "flood progress": "works",
      "flood foreign-progress": "works",
      "flood log": "works",
      "flood unknown": "works",
      "flood list-changed": "works",
      "flood stderr": "works",
      "--modern flood unknown": "works",
    };
    expect(await besideNeighbour(rowsOf(expected))).toEqual(expected);
  });
});

import { describe, expect, it } from "vitest";
import { isNestedDeeper } from "../../nested-deeper.ts";
import { messagesIn } from "./messages-in.ts";

const read = (text: string) => messagesIn(Buffer.from(text));
const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;

describe("a line", () => {
  it.each([
    ["a request", { jsonrpc: "2.0", id: 1, method: "ping", params: { a: [1] } }],
    ["a notification", { jsonrpc: "2.0", method: "notifications/x" }],
    ["a result", { jsonrpc: "2.0", id: "a", result: { tools: [], _meta: {} } }],
    ["an error", { jsonrpc: "2.0", id: 0, error: { code: -1, message: "no", data: null } }],
  ])("that is %s is passed on as it is", (_kind, message) => {
    expect(read(JSON.stringify(message))).toEqual([message]);
    expect(read(`\uFEFF ${JSON.stringify(message)} \r`)).toEqual([message]);
  });

  it("may hold a batch; what is no message in it is passed over", () => {
    const [one, two] = [
      { jsonrpc: "2.0", id: 1, result: {} },
      { jsonrpc: "2.0", method: "notifications/x" },
    ];
    expect(read(JSON.stringify([one, 3, two, { id: 5 }]))).toEqual([one, two]);
  });

  it("has nothing but the fields of a message, since the SDK takes no others", () => {
    expect(read('{"jsonrpc":"2.0","id":1,"result":{"a":1},"extra":true,"error":null}')).toEqual([
      { jsonrpc: "2.0", id: 1, result: { a: 1 } },
    ]);
  });

  it("with invalid UTF-8 is read with the gaps marked", () => {
    const line = Buffer.concat([
      Buffer.from('{"jsonrpc":"2.0","id":1,"result":{"a":"'),
      Buffer.from([0xff, 0x41]),
      Buffer.from('"}}'),
    ]);
    expect(messagesIn(line)).toEqual([{ jsonrpc: "2.0", id: 1, result: { a: "\uFFFDA" } }]);
  });

  it("that lists one thing too deep to walk through holds its neighbours whole", () => {
    const tools = `[{"name":"a","x":[[1]]},{"name":"b","x":${deep}}]`;
    const [message] = read(`{"jsonrpc":"2.0","id":1,"result":{"tools":${tools}}}`) ?? [];
    expect(message).toMatchObject({
      id: 1,
      result: { tools: [{ name: "a", x: [[1]] }, { name: "b" }] },
    });
    expect(isNestedDeeper(message, 500)).toBe(false);
    expect(isNestedDeeper(message, 300)).toBe(true);
  });

  it("that is blank holds no message and is none that was garbled", () => {
    expect([read(""), read("\r"), read(" \t")]).toEqual([[], [], []]);
  });

  it.each([
    "Server listening",
    "{",
    "{]",
    "[1,2",
    "{not json}",
    "null",
    "1",
    '"text"',
    "{}",
    "[]",
    "[[]]",
    '{"jsonrpc":"1.0","id":1,"result":{}}',
    '{"id":1,"result":{}}',
    '{"jsonrpc":"2.0","id":null,"result":{}}',
    '{"jsonrpc":"2.0","id":1.5,"result":{}}',
    '{"jsonrpc":"2.0","method":"x","params":[1]}',
    '{"jsonrpc":"2.0","method":"x","id":{}}',
    `{"jsonrpc":"2.0","method":"x","id":1,"params":{"a":${deep}}}`,
    deep,
    "[".repeat(100_000),
  ])("that is no message is told as such: %.60s", (text) => {
    expect(read(text)).toBeUndefined();
  });
});

describe("an answer that cannot be used", () => {
  it.each([
    ["no result", '{"jsonrpc":"2.0","id":7}'],
    ["a result that is no object", '{"jsonrpc":"2.0","id":7,"result":"text"}'],
    ["an error that says nothing", '{"jsonrpc":"2.0","id":7,"error":{"code":"x"}}'],
    ["a result too deep to walk through", `{"jsonrpc":"2.0","id":7,"result":{"a":${deep}}}`],
    ["such a result first", `{"result":{"a":${deep}},"jsonrpc":"2.0","id":7}`],
  ])("fails its request at once: %s", (_kind, text) => {
    expect(read(text)).toEqual([
      { jsonrpc: "2.0", id: 7, error: { code: -32603, message: expect.stringMatching(/^The server/) } },
    ]);
  });
});

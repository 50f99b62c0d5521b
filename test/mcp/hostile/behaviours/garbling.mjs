import { once } from "node:events";

/** @import { Behaviour, Message, Wire } from "../hostile-server.mjs" */

/** @type {Record<string, (string | Uint8Array)[]>} */
const GARBAGE = {
  text: ["Server listening on stdio…\n", "\n", "DeprecationWarning: punycode\r\n"],
  "half-json": ['{"jsonrpc":"2.0","id":\n', '{"jsonrpc"\n', "[[[[\n"],
  binary: [new Uint8Array([0, 255, 254, 10, 0x80, 0xc3, 0x28, 10])],
  json: ["null\n", "1\n", '"text"\n', "{}\n", '{"id":1}\n', '{"jsonrpc":"1.0","id":1,"result":{}}\n', "[]\n"],
  batch: ['[{"jsonrpc":"2.0","id":900,"result":{}},{"jsonrpc":"2.0","method":"notifications/x"}]\n'],
  escapes: ["\u001b]0;owned\u0007\u001b[2J\u001b[31mred\n"],
  proto: ['{"jsonrpc":"2.0","method":"notifications/x","params":{"__proto__":{"polluted":true}}}\n'],
};

/** Servers whose bytes are not what they should be. */
export const garbling = /** @type {Record<string, Behaviour>} */ ({
  /** Garbage before and after every answer. */
  garbage: (wire, kind) => {
    const bytes = GARBAGE[kind] ?? [];
    const garble = () => bytes.forEach(wire.write);
    garble();
    for (const method of ["server/discover", "initialize", "tools/list", "tools/call"])
      wire.on(method, (request) => {
        garble();
        wire.answer(request);
        garble();
      });
  },
  /** Half a message, and the answer right behind it: the answer is lost. */
  glued: (wire) => {
    wire.on("tools/call", (request) => {
      wire.write('{"jsonrpc":"2.0",');
      wire.answer(request);
    });
  },
  /** One line of so many bytes that is no message; the answer comes on a line of its own. */
  "long-line": (wire, bytes) => {
    wire.on("tools/call", (request) => void longLine(wire, Number(bytes)).then(() => wire.answer(request)));
  },
  /** A line that never ends. */
  "endless-line": (wire) => {
    wire.on("tools/call", () => void longLine(wire, Number.POSITIVE_INFINITY));
  },
  /** A proper result of so many bytes. */
  "huge-result": (wire, bytes) => {
    wire.on("tools/call", (request) => void hugeResult(wire, request, Number(bytes)));
  },
  /** A byte now and then, and never a whole line. */
  trickle: (wire) => {
    wire.on("tools/call", () => void setInterval(() => wire.write("{"), 20));
  },
  /** A result so deep that whoever walks it by recursion falls. */
  deep: (wire, detail) => {
    const nest = (/** @type {string} */ inner) =>
      `${'{"a":'.repeat(Number(detail))}${inner}${"}".repeat(Number(detail))}`;
    wire.on("tools/call", ({ id }) => {
      const result = `{"content":[],"structuredContent":${nest("1")}}`;
      wire.write(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}\n`);
    });
  },
});

const CHUNK = "x".repeat(1 << 20);

/**
 * @param {Wire} wire
 * @param {number} bytes
 */
async function longLine(wire, bytes) {
  for (let left = bytes; left > 0; left -= CHUNK.length)
    if (!wire.write(CHUNK)) await once(process.stdout, "drain");
  wire.write("\n");
}

/**
 * @param {Wire} wire
 * @param {Message} request
 * @param {number} bytes
 */
async function hugeResult(wire, { id }, bytes) {
  wire.write(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{"content":[{"type":"text","text":"`);
  for (let left = bytes; left > 0; left -= CHUNK.length)
    if (!wire.write(CHUNK)) await once(process.stdout, "drain");
  wire.write('"}]}}\n');
}

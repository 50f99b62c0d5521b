import { TOOLS } from "../honest-answer.mjs";

/** @import { Behaviour, Wire } from "../hostile-server.mjs" */

/** @type {Record<string, unknown>} */
const ODD_LISTS = {
  "no-array": "tools",
  nothing: undefined,
  null: null,
  entries: [null, 1, "x", [], {}, { name: 7 }, { name: "" }, { name: "schema", inputSchema: "x" }, ...TOOLS],
  twins: [...TOOLS, { ...TOOLS[0], description: "the other one" }],
  "long-name": [...TOOLS, { name: "n".repeat(5_000_000), inputSchema: { type: "object" } }],
  "remote-ref": [...TOOLS, { name: "far", inputSchema: { $ref: "http://127.0.0.1:1/schema.json" } }],
  "self-ref": [
    ...TOOLS,
    { name: "loop", inputSchema: { $defs: { a: { $ref: "#/$defs/a" } }, $ref: "#/$defs/a" } },
  ],
};

/** Servers whose lists are no lists. */
export const listing = /** @type {Record<string, Behaviour>} */ ({
  /** Another list each time, announced each so many milliseconds. */
  "changing-list": (wire, every) => {
    let round = 0;
    setInterval(() => wire.announce("notifications/tools/list_changed"), Number(every)).unref();
    wire.on("tools/list", (request) => {
      round += 1;
      list(wire, request, {
        tools: [...TOOLS, { ...TOOLS[0], name: `echo-${round}`, description: `${round}` }],
      });
    });
  },
  /** There is always a next page, under the same cursor or another one. */
  "endless-pages": (wire, cursor) => {
    let page = 0;
    wire.on("tools/list", (request) => {
      page += 1;
      const tools = [{ ...TOOLS[0], name: cursor === "same" ? "echo" : `echo-${page}` }];
      list(wire, request, { tools, nextCursor: cursor === "same" ? "again" : `page-${page}` });
    });
  },
  "many-tools": (wire, count) => {
    const tools = Array.from({ length: Number(count) }, (_, at) => ({ ...TOOLS[0], name: `echo-${at}` }));
    wire.on("tools/list", (request) => list(wire, request, { tools: [...TOOLS, ...tools] }));
  },
  "odd-list": (wire, kind) => {
    wire.on("tools/list", (request) => list(wire, request, { tools: ODD_LISTS[kind] }));
  },
  /** A schema so deep that whoever walks it by recursion falls. */
  "deep-schema": (wire, depth) => {
    const deep = `${'{"items":'.repeat(Number(depth))}{}${"}".repeat(Number(depth))}`;
    wire.on("tools/list", ({ id }) => {
      const rows = [
        ...TOOLS.map((tool) => JSON.stringify(tool)),
        `{"name":"deep","inputSchema":{"type":"object","properties":{"a":${deep}}}}`,
      ];
      const whole = `"resultType":"complete","ttlMs":0,"cacheScope":"private"`;
      wire.write(
        `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{${whole},"tools":[${rows.join(",")}]}}\n`,
      );
    });
  },
});

/**
 * @param {Wire} wire
 * @param {import("../hostile-server.mjs").Message} request
 * @param {object} result
 */
function list(wire, request, result) {
  wire.answerWith(request, { resultType: "complete", ttlMs: 0, cacheScope: "private", ...result });
}

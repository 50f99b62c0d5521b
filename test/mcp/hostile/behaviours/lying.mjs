import { honestAnswer } from "../honest-answer.mjs";

/** @import { Behaviour } from "../hostile-server.mjs" */

/** @type {Record<string, object>} */
const LIES = {
  version: { protocolVersion: "9999-01-01" },
  "old-version": { protocolVersion: "1999-01-01" },
  "no-version": { protocolVersion: undefined },
  "number-version": { protocolVersion: 7 },
  "no-info": { serverInfo: undefined },
  "odd-info": { serverInfo: { name: 7, version: ["x"], icons: "none" } },
  "no-capabilities": { capabilities: undefined },
  "no-tools": { capabilities: {} },
  "odd-capabilities": { capabilities: { tools: "yes", resources: 7, prompts: [] } },
  "odd-instructions": { instructions: { please: "obey" } },
  "huge-instructions": { instructions: "obey ".repeat(1_000_000) },
  "modern-versions": { supportedVersions: ["9999-01-01"] },
  "odd-versions": { supportedVersions: "2026-07-28" },
};

/** @type {Record<string, unknown>} */
const ODD_ERRORS = {
  text: "it broke",
  nothing: null,
  empty: {},
  list: [],
  "no-number": { code: "E_BROKEN", message: "it broke" },
  "no-message": { code: -32000 },
  "odd-message": { code: -32000, message: { text: "it broke" } },
  "huge-message": { code: -32000, message: "broken ".repeat(1_000_000) },
  "huge-data": {
    code: -32000,
    message: "it broke",
    data: Array.from({ length: 100_000 }, (_, at) => ({ at })),
  },
  fraction: { code: 1.5, message: "it broke" },
  escapes: { code: -32000, message: "\u001b[2J\u001b]0;owned\u0007it broke" },
};

/** @type {Record<string, unknown>} */
const ODD_RESULTS = {
  nothing: null,
  text: "done",
  list: [],
  empty: {},
  "no-list": { content: "done" },
  "null-block": { content: [null] },
  "odd-block": { content: [{ type: "hologram", beams: 3 }] },
  "odd-flag": { content: [], isError: "no" },
  "input-required": { resultType: "input_required", inputRequests: {}, requestState: "s" },
  "unheard-of": { resultType: "unheard_of", content: [] },
};

/** Servers that say what is not so. */
export const lying = /** @type {Record<string, Behaviour>} */ ({
  lies: (wire, about) => {
    for (const method of ["initialize", "server/discover"])
      wire.on(method, (request) => {
        const answer = honestAnswer(request, wire.era);
        if (!("result" in answer)) return wire.answer(request);
        wire.answerWith(request, { .../** @type {object} */ (answer.result), ...LIES[about] });
      });
  },
  /** A call is answered with an error of an odd shape. */
  "odd-error": (wire, shape) => {
    wire.on("tools/call", ({ id }) => wire.say({ id, error: ODD_ERRORS[shape] }));
  },
  "odd-result": (wire, shape) => {
    wire.on("tools/call", (request) => wire.answerWith(request, ODD_RESULTS[shape]));
  },
  /** A call is answered under another id: of nobody, as a text, of the call before, or twice. */
  "wrong-id": (wire, kind) => {
    wire.on("tools/call", (request) => {
      const { id } = request;
      if (kind === "unknown") return wire.answer({ ...request, id: 4_711 });
      if (kind === "text") return wire.answer({ ...request, id: String(id) });
      if (kind === "null") return wire.answer({ ...request, id: null });
      if (kind === "both")
        return wire.say({ id, result: { content: [] }, error: { code: -32000, message: "it broke" } });
      wire.answer(request);
      wire.answerWith(request, { content: [{ type: "text", text: "the second answer" }] });
      wire.say({ id, error: { code: -32000, message: "the third answer" } });
    });
  },
});

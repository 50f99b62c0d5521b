/** @import { Behaviour } from "../hostile-server.mjs" */

const QUESTIONS = {
  "elicitation/create": {
    message: "Your password, please",
    requestedSchema: { type: "object", properties: {} },
  },
  "sampling/createMessage": { messages: [], maxTokens: 10 },
  "roots/list": {},
  "deckhand/unheard-of": {},
};

/** Servers that speak without being asked. */
export const asking = /** @type {Record<string, Behaviour>} */ ({
  /** Asks before it answers a call, and tells in its answer what it was told. */
  asks: (wire, method) => {
    wire.on("tools/call", (request) => {
      wire.on("answer", ({ result, error }) => {
        wire.answerWith(request, { content: [{ type: "text", text: JSON.stringify({ result, error }) }] });
      });
      wire.say({ id: "q1", method, params: QUESTIONS[/** @type {keyof typeof QUESTIONS} */ (method)] });
    });
  },
  /** Asks everything before it has been spoken to. */
  "asks-first": (wire) => {
    Object.entries(QUESTIONS).forEach(([method, params], at) => wire.say({ id: at, method, params }));
  },
  /** Asks over and over and never listens. */
  "asks-endlessly": (wire) => {
    wire.on("answer", () => {});
    let id = 0;
    wire.on("tools/call", (request) => {
      for (; id < 20_000; id += 1) wire.say({ id: `q${id}`, method: "sampling/createMessage", params: {} });
      wire.answer(request);
    });
  },
  /** Answers what nobody has asked. */
  "answers-nothing": (wire) => {
    const answer = (/** @type {unknown} */ id) => wire.say({ id, result: { content: [] } });
    [900, "x", -1, 1.5, null, { a: 1 }].forEach(answer);
    wire.on("tools/call", (request) => {
      [900, "x", -1, 1.5, null, { a: 1 }].forEach(answer);
      wire.answer(request);
    });
  },
  /** 10,000 messages of a kind before each answer to a call. */
  flood: (wire, kind) => {
    wire.on("tools/call", (request) => {
      const meta = /** @type {{ progressToken?: unknown } | undefined} */ (request.params?.["_meta"]);
      for (let at = 0; at < 10_000; at += 1) notes(kind, at, meta?.progressToken).forEach(wire.say);
      if (kind === "stderr") for (let at = 0; at < 10_000; at += 1) process.stderr.write(`line ${at}\n`);
      wire.answer(request);
    });
  },
  /** A call that is told `for ever` makes progress and is never done; the next answer tells what was cancelled. */
  "endless-progress": (wire) => {
    let cancelled = 0;
    wire.on("notifications/cancelled", () => void (cancelled += 1));
    wire.on("tools/call", (request) => {
      const given = /** @type {{ text?: unknown }} */ (request.params?.["arguments"]);
      if (given.text === "cancelled?")
        return wire.answerWith(request, { content: [{ type: "text", text: `${cancelled} cancelled` }] });
      if (given.text !== "for ever") return wire.answer(request);
      const meta = /** @type {{ progressToken?: unknown } | undefined} */ (request.params?.["_meta"]);
      let at = 0;
      setInterval(() => notes("progress", (at += 1), meta?.progressToken).forEach(wire.say), 20);
    });
  },
  /** A modern server that asks again whatever it is told, under a new state each time. */
  "asks-again": (wire) => {
    let round = 0;
    wire.on("tools/call", (request) => {
      round += 1;
      const ask = {
        method: "elicitation/create",
        params: { mode: "form", ...QUESTIONS["elicitation/create"] },
      };
      wire.answerWith(request, {
        resultType: "input_required",
        inputRequests: { password: ask },
        requestState: `round ${round}`,
      });
    });
  },
  /** Cancels requests that are ours. */
  cancels: (wire) => {
    wire.on("tools/call", (request) => {
      wire.say({ method: "notifications/cancelled", params: { requestId: request.id, reason: "no" } });
      wire.answer(request);
    });
  },
});

/**
 * @param {string} kind
 * @param {number} at
 * @param {unknown} token
 * @returns {object[]}
 */
function notes(kind, at, token) {
  switch (kind) {
    case "progress":
      return [{ method: "notifications/progress", params: { progressToken: token ?? "none", progress: at } }];
    case "foreign-progress":
      return [{ method: "notifications/progress", params: { progressToken: `other-${at}`, progress: at } }];
    case "log":
      return [{ method: "notifications/message", params: { level: "info", data: `line ${at}` } }];
    case "unknown":
      return [{ method: "notifications/unheard-of", params: { at } }];
    case "list-changed":
      return [{ method: "notifications/tools/list_changed" }];
    default:
      return [];
  }
}

// An MCP server over stdio, written by hand, that misbehaves as it is told; told nothing, it behaves.
// Usage: node hostile-server.mjs [--modern] [BEHAVIOUR [DETAIL]]
import { createInterface } from "node:readline";
import { asking } from "./behaviours/asking.mjs";
import { dying } from "./behaviours/dying.mjs";
import { garbling } from "./behaviours/garbling.mjs";
import { listing } from "./behaviours/listing.mjs";
import { lying } from "./behaviours/lying.mjs";
import { honestAnswer } from "./honest-answer.mjs";

/** @import { Request } from "./honest-answer.mjs" */
/** @typedef {Request & { result?: unknown, error?: unknown }} Message */
/**
 * @typedef {object} Wire
 * @property {"legacy" | "modern"} era
 * @property {(message: object) => void} say sends one message
 * @property {(bytes: string | Uint8Array) => boolean} write sends bytes as they are
 * @property {(request: Message) => void} answer answers as a well-behaved server does
 * @property {(request: Message, result: unknown) => void} answerWith
 * @property {(method: string, handle: (message: Message) => void) => void} on misbehaves at a method (`answer` for what answers us)
 * @property {() => void} deaf reads nothing more
 * @property {(method: string) => void} announce tells of a change
 */
/** @typedef {(wire: Wire, detail: string) => void} Behaviour */

const words = process.argv.slice(2).filter((word) => word !== "--modern");
const [name = "honest", detail = ""] = words;
/** @type {Record<string, Behaviour>} */
const behaviours = { honest: () => {}, ...dying, ...garbling, ...asking, ...listing, ...lying };
const behaviour = behaviours[name];
if (behaviour === undefined) throw new Error(`no behaviour is called ${name}`);

const SUBSCRIPTION = "io.modelcontextprotocol/subscriptionId";
/** @type {Message["id"]} */
let subscription;
/** @type {Map<string, (message: Message) => void>} */
const handlers = new Map();
const lines = createInterface({ input: process.stdin });
/** @type {Wire} */
const wire = {
  era: process.argv.includes("--modern") ? "modern" : "legacy",
  say: (message) => void process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`),
  write: (bytes) => process.stdout.write(bytes),
  answer: (request) => {
    if (wire.era === "modern" && request.method === "subscriptions/listen") acknowledge(request);
    else wire.say({ id: request.id, ...honestAnswer(request, wire.era) });
  },
  answerWith: (request, result) => wire.say({ id: request.id, result }),
  on: (method, handle) => void handlers.set(method, handle),
  announce: (method) =>
    wire.say({
      method,
      params: subscription === undefined ? {} : { _meta: { [SUBSCRIPTION]: subscription } },
    }),
  deaf: () => void process.stdin.pause(),
};

behaviour(wire, detail);
lines.on("line", (line) => {
  const message = /** @type {Message} */ (JSON.parse(line));
  const handle = handlers.get(message.method ?? "answer");
  if (handle !== undefined) handle(message);
  else if (message.method !== undefined && message.id !== undefined) wire.answer(message);
});
/**
 * A modern client hears of changes only on a request that stays open.
 * @param {Message} request
 */
function acknowledge({ id, params }) {
  subscription = id;
  const notifications = params?.["notifications"] ?? {};
  wire.say({
    method: "notifications/subscriptions/acknowledged",
    params: { _meta: { [SUBSCRIPTION]: id }, notifications },
  });
}

// One whose host is gone has nothing left to write to.
process.stdout.on("error", () => process.exit(0));

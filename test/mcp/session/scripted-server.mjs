// A server over standard input and output that does what a file says: `{ tools, instructions?, answers?, silent? }`.
// It notes each start, call and cancellation in the file beside it, so that a test can tell what really happened.
import { appendFileSync, readFileSync, watchFile } from "node:fs";
import { createInterface } from "node:readline";

const [script = ""] = process.argv.slice(2);
const read = () => JSON.parse(readFileSync(script, "utf8"));
/** @param {unknown} line */
const note = (line) => appendFileSync(`${script}.log`, `${JSON.stringify(line)}\n`);
/** @param {object} message */
const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);

note({ started: process.pid, env: Object.keys(process.env).toSorted() });

/** @type {Record<string, (params: Record<string, unknown>) => unknown>} */
const handlers = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: { listChanged: true }, resources: {}, prompts: {} },
    serverInfo: { name: "scripted", version: "1.0.0" },
    ...(read().instructions === undefined ? {} : { instructions: read().instructions }),
  }),
  "tools/list": () => ({ tools: read().tools }),
  "tools/call": ({ name, arguments: given }) => {
    note({ called: name, given });
    if (read().silent?.includes(name)) return undefined;
    const answer = read().answers?.[String(name)];
    return (
      answer ?? { content: [{ type: "text", text: `${String(name)} was given ${JSON.stringify(given)}` }] }
    );
  },
  "resources/list": () => ({ resources: [{ uri: "note://one", name: "one" }] }),
  "resources/templates/list": () => ({ resourceTemplates: [] }),
  "resources/read": ({ uri }) => ({ contents: [{ uri, text: "the text of a note" }] }),
  "prompts/list": () => ({ prompts: [{ name: "greet", arguments: [{ name: "who" }] }] }),
  "prompts/get": ({ arguments: given }) => ({
    messages: [{ role: "user", content: { type: "text", text: `Greet ${JSON.stringify(given)}` } }],
  }),
  ping: () => ({}),
};

createInterface({ input: process.stdin })
  .on("line", (line) => {
    const { id, method, params = {} } = JSON.parse(line);
    if (method === "notifications/cancelled") note({ cancelled: params.requestId });
    if (id === undefined) return;
    const handler = handlers[method];
    if (handler === undefined) send({ id, error: { code: -32601, message: `No ${method} here` } });
    const result = handler?.(params);
    if (result !== undefined) send({ id, result });
  })
  .on("close", () => process.exit(0));

watchFile(script, { interval: 50 }, () => send({ method: "notifications/tools/list_changed" })).unref();

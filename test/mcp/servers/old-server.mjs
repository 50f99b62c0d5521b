// An MCP server over stdio without any SDK, of the revision it is told.
// Usage: node old-server.mjs REVISION [answer|ignore|die|hang], which is what it does when it is asked for its revisions.
import { createInterface } from "node:readline";

const [revision = "2024-11-05", asked = "answer"] = process.argv.slice(2);

/** @type {Record<string, () => object>} */
const answers = {
  initialize: () => ({
    protocolVersion: revision,
    capabilities: { tools: {} },
    serverInfo: { name: "old", version: "0" },
  }),
  "tools/list": () => ({ tools: [{ name: "pid", inputSchema: { type: "object" } }] }),
  "tools/call": () => ({ content: [{ type: "text", text: String(process.pid) }] }),
};

createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method } = /** @type {{ id?: number | string, method: string }} */ (JSON.parse(line));
  if (method === "server/discover") {
    if (asked === "ignore") return;
    if (asked === "die") process.exit(1);
    // So that nothing after it is heard either.
    if (asked === "hang") for (;;);
  }
  if (id === undefined) return;
  const answer = answers[method]?.();
  const outcome =
    answer === undefined ? { error: { code: -32_601, message: "Method not found" } } : { result: answer };
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, ...outcome })}\n`);
});

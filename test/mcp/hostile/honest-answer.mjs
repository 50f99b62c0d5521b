/** @typedef {{ id?: string | number | null, method: string, params?: Record<string, unknown> }} Request */
/** @typedef {{ result: unknown } | { error: { code: number, message: string } }} Answer */

const INFO = { name: "by-hand", version: "1.0.0" };

/** What the servers of these tests offer when they behave. */
export const TOOLS = [
  {
    name: "echo",
    description: "Says what it is told",
    inputSchema: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
  },
];

/**
 * What a well-behaved server answers, by the specification and without any library.
 * @param {Request} request
 * @param {"legacy" | "modern"} era
 * @returns {Answer}
 */
export function honestAnswer(request, era) {
  return era === "modern" ? modernAnswer(request) : legacyAnswer(request);
}

/**
 * @param {Request} request
 * @returns {Answer}
 */
function legacyAnswer({ method, params }) {
  switch (method) {
    case "initialize":
      return {
        result: {
          protocolVersion: params?.["protocolVersion"] ?? "2025-11-25",
          capabilities: { tools: { listChanged: true } },
          serverInfo: INFO,
        },
      };
    case "ping":
      return { result: {} };
    case "tools/list":
      return { result: { tools: TOOLS } };
    case "tools/call":
      return { result: { content: [{ type: "text", text: toldText(params) }] } };
    default:
      return { error: { code: -32601, message: "Method not found" } };
  }
}

/**
 * @param {Request} request
 * @returns {Answer}
 */
function modernAnswer({ method, params }) {
  const whole = { resultType: "complete", _meta: { "io.modelcontextprotocol/serverInfo": INFO } };
  const cached = { ...whole, ttlMs: 0, cacheScope: "private" };
  switch (method) {
    case "server/discover":
      return {
        result: {
          ...cached,
          supportedVersions: ["2026-07-28"],
          capabilities: { tools: { listChanged: true } },
        },
      };
    case "tools/list":
      return { result: { ...cached, tools: TOOLS } };
    case "tools/call":
      return { result: { ...whole, content: [{ type: "text", text: toldText(params) }] } };
    default:
      return { error: { code: -32601, message: "Method not found" } };
  }
}

/** @param {Record<string, unknown> | undefined} params */
function toldText(params) {
  const given = /** @type {{ text?: unknown } | undefined} */ (params?.["arguments"]);
  return typeof given?.text === "string" ? given.text : "";
}

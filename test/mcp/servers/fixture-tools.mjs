// What the fixture servers of both SDK versions do; each of them brings its own way of speaking.

/**
 * What a server of these tests remembers for all its sessions.
 * @typedef {object} Fixture
 * @property {string[]} cancelled the marks of calls that were taken back
 * @property {string[]} extra names of tools that came later
 * @property {() => void} changed tells clients that there are others
 */

/**
 * What a call has of its surroundings.
 * @typedef {object} Call
 * @property {AbortSignal} signal
 * @property {(progress: number, total: number, message: string) => Promise<void>} progress
 */

/** @typedef {{ content: { type: "text", text: string }[], structuredContent?: Record<string, unknown> }} Result */

/** @returns {Fixture} */
export const newFixture = () => ({ cancelled: [], extra: [], changed: () => {} });

const anything = { type: /** @type {const} */ ("object"), properties: {} };

/**
 * Every tool, with fields that no schema of an SDK knows.
 * @param {Fixture} fixture
 */
export function toolsOf({ extra }) {
  return [
    {
      name: "echo",
      description: "Says what it is told",
      inputSchema: anything,
      "acme/unknown": { kept: [1, null] },
    },
    { name: "work", description: "Takes its time", inputSchema: anything },
    { name: "wait", description: "Waits until it is taken back", inputSchema: anything },
    { name: "cancelled", description: "Tells which calls were taken back", inputSchema: anything },
    { name: "grow", description: "Brings another tool", inputSchema: anything },
    { name: "fail", description: "Answers with an error", inputSchema: anything },
    { name: "die", description: "Ends in the middle of the call", inputSchema: anything },
    {
      name: "odd",
      description: "Breaks its own promise",
      inputSchema: anything,
      outputSchema: { type: /** @type {const} */ ("object"), required: ["never"], properties: {} },
    },
    ...extra.map((name) => ({ name, inputSchema: anything })),
  ];
}

const PAGE = 3;

/**
 * One page of the tools.
 * @param {Fixture} fixture
 * @param {string | undefined} cursor
 */
export function pageOfTools(fixture, cursor) {
  const from = Number(cursor ?? 0);
  const tools = toolsOf(fixture);
  const isLast = from + PAGE >= tools.length;
  return { tools: tools.slice(from, from + PAGE), ...(isLast ? {} : { nextCursor: String(from + PAGE) }) };
}

/**
 * @param {Fixture} fixture
 * @param {string} name
 * @param {Record<string, unknown>} input
 * @param {Call} call
 * @returns {Promise<Result>}
 */
export async function runTool(fixture, name, input, call) {
  switch (name) {
    case "echo":
      return said(String(input["text"]));
    case "work":
      return await worked(Number(input["steps"]), Number(input["everyMs"]), call);
    case "wait":
      return await waited(fixture, String(input["mark"]), call.signal);
    case "cancelled":
      return said(fixture.cancelled.join(","));
    case "grow":
      fixture.extra.push(String(input["name"]));
      fixture.changed();
      return said("grown");
    case "odd":
      return { ...said("odd"), structuredContent: { other: true } };
    case "die":
      process.exit(3);
    default:
      throw new Error(`\u001b[31mcannot\u001b[0m ${name} ${"x".repeat(Number(input["length"] ?? 0))}`);
  }
}

/**
 * @param {string} text
 * @returns {Result}
 */
function said(text) {
  return { content: [{ type: "text", text }] };
}

/**
 * @param {number} steps
 * @param {number} everyMs
 * @param {Call} call
 */
async function worked(steps, everyMs, { progress }) {
  for (let step = 1; step <= steps; step += 1) {
    await new Promise((resolve) => setTimeout(resolve, everyMs));
    await progress(step, steps, `step\u001b[2J\n${step}`);
  }
  return said("worked");
}

/**
 * @param {Fixture} fixture
 * @param {string} mark
 * @param {AbortSignal} signal
 * @returns {Promise<Result>}
 */
function waited(fixture, mark, signal) {
  return new Promise((resolve) => {
    const taken = () => {
      fixture.cancelled.push(mark);
      resolve(said("never heard"));
    };
    if (signal.aborted) taken();
    else signal.addEventListener("abort", taken, { once: true });
  });
}

/** What the tool `ask` wants to know of a person. */
export const QUESTION = {
  message: "Which colour?",
  requestedSchema: {
    type: /** @type {const} */ ("object"),
    properties: { colour: { type: /** @type {const} */ ("string") } },
  },
};

/** What the tool `sample` wants of the client's model. */
export const SAMPLING = {
  messages: [
    { role: /** @type {const} */ ("user"), content: { type: /** @type {const} */ ("text"), text: "Think." } },
  ],
  maxTokens: 10,
};

/** @param {unknown} answer */
export function told(answer) {
  const { action, content } = /** @type {{ action: string, content?: { colour: string } }} */ (answer);
  return said(`${action} ${content?.colour}`);
}

export const RESOURCES = [{ uri: "file:///notes.txt", name: "notes", "acme/unknown": 1 }];
export const TEMPLATES = [{ uriTemplate: "file:///{name}", name: "any file" }];
export const PROMPTS = [{ name: "greet", arguments: [{ name: "who" }] }];

/** @param {string} uri */
export const readFixture = (uri) => ({ contents: [{ uri, text: `what ${uri} holds` }] });

/** @param {Record<string, string> | undefined} args */
export const promptOf = (args) => ({
  messages: [
    {
      role: /** @type {const} */ ("user"),
      content: { type: /** @type {const} */ ("text"), text: `Hello ${args?.["who"]}` },
    },
  ],
});

export const INFO = { name: "fixture", version: "1.2.3" };
export const INSTRUCTIONS = "Be kind.";
export const CAPABILITIES = {
  tools: { listChanged: true },
  resources: { listChanged: true },
  prompts: { listChanged: true },
};

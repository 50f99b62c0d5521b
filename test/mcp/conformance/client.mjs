// The client that the conformance suite starts: `node client.mjs URL`, with the scenario in the environment.
// It does with a server what a session of ours does: connect, list everything, call every tool that is offered, read every
// resource and prompt. A question to a person is accepted as it is filled in, and a sign-in page is agreed to.
// It runs on a Node that strips types.
import { createLocalPrograms } from "../../../src/backends/programs/local-programs.ts";
import { rowHash } from "../../../src/bridge/mcp/config/row-hash.ts";
import { createOAuth } from "../../../src/bridge/mcp/oauth/create-oauth.ts";
import { createMemoryTokens } from "../../../src/bridge/mcp/oauth/token-store.ts";
import { createConnector } from "../../../src/bridge/mcp/wire/create-connector.ts";
import { NeedsSignIn } from "../../../src/bridge/mcp/wire/needs-sign-in.ts";
import { argumentsFor, filledIn } from "./filled-in.mjs";
import { agreeTo } from "./agree-to.mjs";
import { namedIssuer } from "./named-issuer.mjs";

/** @import { McpServer } from "../../../src/bridge/mcp/config/mcp-server.ts" */
/** @import { McpConnection } from "../../../src/bridge/mcp/wire/mcp-connection.ts" */
/** @typedef {{ toolCalls?: { name: string, arguments: object }[], client_id?: string, client_secret?: string, issuer?: string }} Context */

const url = process.argv.at(-1) ?? "";
const scenario = process.env["MCP_CONFORMANCE_SCENARIO"] ?? "";
const context = /** @type {Context} */ (JSON.parse(process.env["MCP_CONFORMANCE_CONTEXT"] ?? "{}"));

const declared = /** @type {const} */ ({ id: "conformance", transport: "http", url, headers: {} });
/** @type {McpServer} */
const server = {
  ...declared,
  declared,
  hash: rowHash(declared),
  source: { file: "", host: "deckhand", origin: "named", workspace: "/", isInWorkspace: false },
};

const { client_id: clientId, client_secret: clientSecret } = context;
const issuer = clientId === undefined ? undefined : (context.issuer ?? (await namedIssuer(url)));
const oauth = createOAuth({
  tokens: createMemoryTokens(),
  registrationFor: () => (clientId === undefined ? undefined : { clientId, clientSecret, issuer }),
});
const connect = createConnector({
  programs: createLocalPrograms(),
  environment: {},
  version: "0.0.0",
  authProviderFor: (row) => oauth.providerFor(row),
  onElicit: async ({ params }) => ({ action: "accept", content: filledIn(params["requestedSchema"]) }),
});

await signedIn(async () => {
  const connection = await connect(server, { cancel: AbortSignal.timeout(20_000) });
  try {
    await useAll(connection);
  } finally {
    await connection.close();
  }
});
process.exit(0);

/**
 * Does work, and signs in as often as the server asks for it, within reason.
 * @param {() => Promise<void>} work
 */
async function signedIn(work) {
  for (let signIns = 0; ; signIns += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof NeedsSignIn) || signIns === 3) throw error;
      const { scope } = error;
      await oauth.signIn(server, { openBrowser: async (page) => void agreeTo(page), scope });
    }
  }
}

/** @param {McpConnection} connection */
async function useAll(connection) {
  const tools = await connection.listTools();
  for (const { name, arguments: input } of context.toolCalls ?? tools.map((tool) => callOf(tool, tools)))
    await tolerant(() => connection.callTool(name, input));
  for (const { uri } of await connection.listResources())
    await tolerant(() => connection.readResource(String(uri)));
  for (const { name } of await connection.listPrompts())
    await tolerant(() => connection.getPrompt(String(name), {}));
}

/**
 * A call with the least a tool accepts; the one that wants to see a schema is shown what we were shown.
 * @param {Readonly<Record<string, unknown>>} tool
 * @param {readonly Readonly<Record<string, unknown>>[]} tools
 */
function callOf({ name, inputSchema }, tools) {
  const isEcho = scenario.startsWith("json-schema-2020-12") && name === "json_schema_echo";
  const input = isEcho ? { schema: tools[0]?.["inputSchema"] } : argumentsFor(inputSchema);
  return { name: String(name), arguments: input };
}

/**
 * What a server says no to is its own affair; what needs a sign-in is not.
 * @param {() => Promise<unknown>} request
 */
async function tolerant(request) {
  try {
    await request();
  } catch (error) {
    if (error instanceof NeedsSignIn) throw error;
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  }
}

import { z } from "zod";
import { parseHostGrant } from "../../backends/index.ts";
import { PROFILE_NAMES } from "../../deck/index.ts";
import { parsePlace, TRUST_LEVELS } from "../../kernel/index.ts";
import { commandRuleSchema } from "./command-rule-schema.ts";
import { ruleSchema } from "./rule-schema.ts";

const words = z.string().min(1).max(1024);
const names = z.array(words);
const variable = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, "expected the name of an environment variable");
const webAddress = z.url({ protocol: /^https?$/, error: "expected a whole http or https URL" });

/** Every host of one file is compared with every host of the other. */
const MOST_HOSTS = 1000;

const host = z
  .string()
  .regex(/^[^\s/*?#@\\]+$/, "expected a host such as docs.example.com, without scheme, path or wildcard")
  .refine((entry) => parsePlace(entry) !== undefined, { error: "expected a host such as docs.example.com" });

const document = words.refine((place) => !/^[a-z][a-z0-9+.-]+:\/\//i.test(place) || isSecureAddress(place), {
  error: "expected the path of a file or an https URL",
});

const search = z
  .strictObject({
    provider: z.enum(["duckduckgo", "brave", "searxng", "tavily"]).describe("The service."),
    url: webAddress
      .optional()
      .describe("Where the service is reached; searxng needs it, the others know theirs."),
    keyEnv: variable
      .optional()
      .describe("The environment variable that holds the key; brave and tavily need one."),
  })
  .check(({ value, issues }) => {
    const { provider } = value;
    const needed = provider === "searxng" ? "url" : provider === "duckduckgo" ? undefined : "keyEnv";
    if (needed === undefined || value[needed] !== undefined) return;
    issues.push({
      code: "custom",
      input: value,
      path: [],
      message: `${provider} needs "${needed}" beside it`,
    });
  });

const credentials = z.union(
  [
    z.strictObject({ env: variable.describe("Holds a key or token.") }),
    z.strictObject({
      userEnv: variable.describe("Holds a user name."),
      passwordEnv: variable.describe("Holds a password."),
    }),
  ],
  { error: 'expected { "env": "NAME" } or { "userEnv": "NAME", "passwordEnv": "NAME" }' },
);

const api = z.strictObject({
  toolkit: words
    .optional()
    .describe("What to call the actions of this document together; its title when absent."),
  document: document.describe("The OpenAPI 3.x document: a file, or an https URL."),
  server: webAddress
    .optional()
    .describe("Where the service is reached, instead of where the document says it is."),
  auth: z
    .record(words, credentials)
    .optional()
    .describe("For each security scheme of the document, the environment variables with its credentials."),
  timeoutMs: z.int().min(1).max(600_000).optional().describe("How long one request may take."),
  maxBytes: z
    .int()
    .min(1)
    .max(1024 ** 3)
    .optional()
    .describe("How large an answer may be."),
});

const web = z.strictObject({
  allowPrivate: z
    .array(host)
    .max(MOST_HOSTS)
    .optional()
    .describe("Private hosts that may be fetched from, as host or host:port. User's file only."),
  allowHosts: z
    .array(host)
    .max(MOST_HOSTS)
    .optional()
    .describe("The only hosts to fetch from, with everything below them; any public host when absent."),
  allowPorts: z
    .array(z.int().min(1).max(65_535))
    .optional()
    .describe("Ports to fetch from beside the usual ones of the web. User's file only."),
  search: search.optional().describe("Who answers websearch. User's file only."),
});

const task = z.strictObject({
  maxDepth: z.int().min(0).optional().describe("How deep sub-agents may start further ones; 0 for none."),
  maxConcurrent: z.int().min(1).optional().describe("How many sub-agents may run at once."),
});

const hostGrant = words.check(({ value, issues }) => {
  try {
    parseHostGrant(value);
  } catch (error) {
    issues.push({ code: "custom", input: value, message: (error as Error).message });
  }
});

const sandbox = z.strictObject({
  enabled: z
    .boolean()
    .optional()
    .describe("Whether commands run in a sandbox. Only the user's file may switch it off."),
  hosts: z
    .array(hostGrant)
    .max(MOST_HOSTS)
    .optional()
    .describe(
      "Hosts that commands may reach, as host, host:port or *.host; none when absent. User's file only.",
    ),
});

const commands = z.strictObject({
  allowed: names
    .optional()
    .describe("Programs that are run without a question beside those that are known. User's file only."),
  rules: z
    .array(commandRuleSchema)
    .optional()
    .describe("Rules about commands, on top of the built-in ones; a workspace may only add ask and deny."),
});

const mcp = z.strictObject({
  enabled: z
    .boolean()
    .optional()
    .describe(
      "Whether tools of MCP servers are offered; with false nothing of MCP runs. A workspace may only switch it off.",
    ),
  trust: z
    .record(words, z.enum(TRUST_LEVELS))
    .optional()
    .describe(
      "What the tools of a server (by its id) or one tool (server__tool) take, instead of L2. User's file only.",
    ),
});

const record = z.strictObject({
  granularity: z
    .enum(["B", "C"])
    .optional()
    .describe("How much of a call is remembered: B input, output and alternatives; C timing and steps too."),
});

const telemetry = z.strictObject({
  endpoint: z
    .union([webAddress, z.literal("environment"), z.literal(false)], {
      error: 'expected a whole http or https URL, "environment", or false',
    })
    .optional()
    .describe(
      'Where spans are sent over OTLP: a URL, "environment" for where the OTEL_EXPORTER_OTLP_* variables say, or false for nowhere. User\'s file only.',
    ),
  content: z
    .boolean()
    .optional()
    .describe("Whether spans tell arguments and results too, without secrets. User's file only."),
});

const days = z.number().min(0).max(36_500);
const megabytes = z.number().min(0).max(1_000_000);

const retention = z.strictObject({
  traceDays: days
    .optional()
    .describe("For how many days calls are remembered, with who approved them. User's file only."),
  traceMegabytes: megabytes.optional().describe("How much may be remembered of calls. User's file only."),
  undoDays: days.optional().describe("For how many days changes can be undone. User's file only."),
  undoMegabytes: megabytes.optional().describe("How much may be kept to undo changes. User's file only."),
  resultDays: days.optional().describe("For how many days long results are kept whole. User's file only."),
  resultMegabytes: megabytes.optional().describe("How much may be kept of long results. User's file only."),
});

/** What a configuration file may say; editors are given it as JSON Schema. */
export const configSchema = z.strictObject({
  $schema: z.string().optional().describe("Where editors find the schema of this file."),
  profile: z
    .enum(PROFILE_NAMES)
    .optional()
    .describe("Which part of the deck to offer: authoring (or observe) < survey (or full) < all."),
  tools: z
    .union([names, z.literal(false)], { error: "expected a list of tool names, or false for no tools" })
    .optional()
    .describe(
      "The only tools of the deck to offer, however they are spelled; none with false or an empty list. Addon tools are not narrowed.",
    ),
  withoutTools: names.optional().describe("Tools that are never offered."),
  addDirs: names
    .optional()
    .describe(
      "Further folders that tools may reach, relative to this file; ~/ is the home. User's file only.",
    ),
  deferred: z
    .boolean()
    .optional()
    .describe("Show a model only how to search for tools and call them, and what is pinned."),
  pinned: names.optional().describe("Tools that are shown in deferred mode too."),
  trust: z
    .enum(TRUST_LEVELS)
    .optional()
    .describe(
      "How far whoever calls is trusted, from L0 (look) to L3 (unasked). A workspace may only lower it.",
    ),
  rules: z
    .array(ruleSchema)
    .optional()
    .describe("What a person has said yes to once and for all; answering `rule` adds one. User's file only."),
  commands: commands.optional().describe("What is thought of commands."),
  sandbox: sandbox.optional().describe("Where commands run."),
  mcp: mcp.optional().describe("Other people's tools."),
  record: record.optional().describe("What is remembered of calls."),
  retention: retention
    .optional()
    .describe("How long what is remembered stays; audit records always do. User's file only."),
  telemetry: telemetry.optional().describe("Who else is told of calls. User's file only."),
  web: web.optional().describe("What webfetch and websearch may reach."),
  openapi: z.array(api).optional().describe("Services behind saas-action. User's file only."),
  task: task.optional().describe("Limits of the sub-agents that task starts."),
  addons: names
    .optional()
    .describe("Module files that add tools, relative to this file; ~/ is the home. User's file only."),
});

function isSecureAddress(text: string): boolean {
  return URL.canParse(text) && new URL(text).protocol === "https:";
}

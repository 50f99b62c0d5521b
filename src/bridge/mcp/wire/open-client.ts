import type { Client, jsonSchemaValidator } from "@modelcontextprotocol/client";
import type { Line } from "./line.ts";
import type { Sdk } from "./sdk.ts";
import { tapTransport } from "./tap-transport.ts";

/** How the revision is settled with a server: as an old one, or by asking it. */
export type Negotiation =
  | { readonly kind: "legacy" }
  | {
      readonly kind: "ask";
      /** How long an answer to the question may take; a program that says nothing is then taken for an old one. */
      readonly askMs: number;
      /** How long it may take after that. */
      readonly handshakeMs: number;
    };

/** Who we say we are. */
export interface ClientInfo {
  readonly name: string;
  readonly version: string;
}

/** A server's question to a person, as it was sent. */
export interface Elicitation {
  readonly server: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly cancel: AbortSignal;
}

/** What a person answered. */
export interface ElicitationAnswer {
  readonly action: "accept" | "decline" | "cancel";
  readonly content?: Readonly<Record<string, string | number | boolean | string[]>>;
}

/** Puts a server's question to a person. */
export type Elicit = (question: Elicitation) => Promise<ElicitationAnswer>;

/** What a client is made with. */
export interface ClientOptions {
  readonly sdk: Sdk;
  readonly clientInfo: ClientInfo;
  readonly onElicit?:
    | ((params: Elicitation["params"], cancel: AbortSignal) => Promise<ElicitationAnswer>)
    | undefined;
}

/** A client on a line that is in use. */
export interface OpenClient {
  readonly client: Client;
  readonly line: Line;
}

/** Starts a line and settles the revision on it. */
export async function openClient(
  line: Line,
  negotiation: Negotiation,
  options: ClientOptions,
): Promise<OpenClient> {
  const { sdk, clientInfo, onElicit } = options;
  const client = new sdk.Client(clientInfo, {
    capabilities: onElicit === undefined ? {} : { elicitation: { form: {} } },
    // Results are judged by us; what the SDK would reject it would also lose.
    jsonSchemaValidator: NO_VALIDATOR,
    ...(negotiation.kind === "legacy"
      ? {}
      : { versionNegotiation: { mode: "auto" as const, probe: { timeoutMs: negotiation.askMs } } }),
  });
  if (onElicit !== undefined) {
    client.setRequestHandler("elicitation/create", async ({ params }, { mcpReq }) => {
      const { action, content } = await onElicit(params, mcpReq.signal);
      return { action, ...(content === undefined ? {} : { content: { ...content } }) };
    });
  }
  await client.connect(tapTransport(line.transport, line.kind === "stdio"), {
    timeout: negotiation.kind === "legacy" ? LONGEST_HANDSHAKE_MS : negotiation.handshakeMs,
  });
  return { client, line };
}

/** Whoever connects has a limit of their own; this one is for those who forget it. */
const LONGEST_HANDSHAKE_MS = 600_000;

const NO_VALIDATOR: jsonSchemaValidator = {
  getValidator: () => (input) => ({ valid: true, data: input as never, errorMessage: undefined }),
};

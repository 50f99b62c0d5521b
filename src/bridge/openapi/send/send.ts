import {
  Fault,
  type Net,
  type NetRequest,
  type NetResponse,
  type ToolResult,
} from "../../../kernel/index.ts";
import type { CallPlan, Operation } from "../read/operation.ts";
import { type Arguments, buildRequest } from "./build-request.ts";
import type { ReadEnv } from "./credential.ts";
import { credentialsFor } from "./credentials-for.ts";
import { createMask, type Mask } from "../../mask-secrets.ts";
import { showAnswer } from "./show-answer.ts";

/** What a call reaches the world with. */
export interface Means {
  readonly net: Net;
  readonly env: ReadEnv;
}

const TIMEOUT_MS = 30_000;
const MAX_BYTES = 5 * 1024 * 1024;

/** Makes one call, once: credentials, request, answer; nothing of the credentials is in what it says. */
export async function send(
  slug: string,
  operation: Operation & { readonly plan: CallPlan },
  input: Arguments,
  { net, env, cancel }: Means & { readonly cancel: AbortSignal },
): Promise<ToolResult> {
  const { plan, service } = operation;
  const credentials = credentialsFor(slug, operation, plan, env);
  const request = buildRequest(operation, plan, input, credentials);
  const mask = createMask(credentials.secrets);
  const { timeoutMs = TIMEOUT_MS, maxBytes = MAX_BYTES } = service.config;
  return masked(mask, async () => {
    const { status, headers, bytes } = await exchange(net, { ...request, timeoutMs, maxBytes, cancel });
    return showAnswer({ slug, status, headers, bytes, mask, variables: credentials.variables });
  });
}

/** Faults of the net name the URL, and a key may be part of it. */
async function masked<T>(mask: Mask, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const { code, message, hint } = error;
    throw new Fault(code, mask(message), { hint: hint === undefined ? undefined : mask(hint) });
  }
}

type Exchanged = Pick<NetResponse, "status" | "headers"> & { readonly bytes: Uint8Array };

/** An error is only shown in part, so only that much of it is read. */
const MOST_OF_ERROR = 64 * 1024;

async function exchange(net: Net, request: NetRequest): Promise<Exchanged> {
  const { status, headers, body } = await net.request(request);
  const most = status >= 300 ? MOST_OF_ERROR : Infinity;
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of body) {
    pieces.push(piece);
    length += piece.length;
    if (length >= most) break;
  }
  return { status, headers, bytes: Buffer.concat(pieces) };
}

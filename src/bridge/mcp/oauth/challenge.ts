import { Fault } from "../../../kernel/index.ts";
import { remoteAddressOf } from "../wire/remote/remote-address.ts";
import { createRemoteFetch } from "../wire/remote/remote-fetch.ts";
import type { SignInServer } from "./token-scope.ts";

/** Asks a server without saying who we are; its refusal tells where to sign in, and for what. */
export async function askForChallenge(
  server: SignInServer,
  stop: AbortSignal,
): Promise<Response | undefined> {
  const { url, headers } = remoteAddressOf(server);
  const { fetch } = createRemoteFetch({ url, headers });
  try {
    const response = await fetch(url, { ...(server.transport === "sse" ? STREAM : REQUEST), signal: stop });
    await response.body?.cancel();
    return response.status === 401 ? response : undefined;
  } catch (error) {
    if (stop.aborted) throw stop.reason;
    if (error instanceof Fault) throw error;
    throw new Fault("unavailable", `The server "${server.id}" cannot be reached.`, { cause: error });
  }
}

const STREAM = { headers: { accept: "text/event-stream" } };

const REQUEST = {
  method: "POST",
  headers: { accept: "application/json, text/event-stream", "content-type": "application/json" },
  body: JSON.stringify({ jsonrpc: "2.0", id: 0, method: "ping" }),
};

import { Fault } from "../../../kernel/index.ts";
import { httpAnswerIn } from "./faults/http-answer.ts";
import { networkTrouble } from "./faults/network-trouble.ts";
import type { Line } from "./line.ts";
import type { ConnectionEnd } from "./mcp-connection.ts";
import type { OpenClient } from "./open-client.ts";
import { politely } from "./politely.ts";
import { ANY_RESULT } from "./raw-result.ts";
import type { Sdk } from "./sdk.ts";

/** The life of one connection: it ends once, by whoever's doing. */
export interface Life {
  readonly ended: Promise<ConnectionEnd>;
  /** Takes in that a request failed, since some failures mean that every other one will; `forgotten` is a lost session. */
  readonly failed: (error: unknown) => "forgotten" | undefined;
  /** Ends it from our side. */
  readonly close: () => Promise<void>;
}

/** Watches over an open connection. */
export function createLife({ client, line }: OpenClient, sdk: Sdk): Life {
  let reason: string | undefined;
  let ending: Promise<void> | undefined;
  let isChecked = false;
  let settle: (end: ConnectionEnd) => void;
  const ended = new Promise<ConnectionEnd>((resolve) => (settle = resolve));

  const gone = (): void => settle({ reason: (reason ??= troubleOf(line.trouble())) });
  const end = (why: string): Promise<void> => {
    reason ??= why;
    // What could not be closed is gone for us all the same.
    return (ending ??= client.close().then(gone, gone));
  };
  const check = async (): Promise<void> => {
    isChecked = true;
    try {
      await client.request({ method: lifeSign(client) }, ANY_RESULT, { timeout: CHECK_MS });
    } catch (error) {
      // Whatever it answered, it is there.
      if (!(error instanceof sdk.ProtocolError)) void end("the server cannot be reached any more");
    }
    isChecked = false;
  };
  const failed: Life["failed"] = (error) => {
    if (hasSession(line) && isSessionForgotten(error, sdk)) {
      void end("the server has forgotten the session");
      return "forgotten";
    }
    if (reason !== undefined) return undefined;
    // Its stream opens again by itself, but as a new session that knows nothing of this one.
    if (line.kind === "sse" && error instanceof sdk.SseError) void end(troubleOf(line.trouble()));
    else if (line.kind !== "stdio" && !isChecked && networkTrouble(error) !== undefined) void check();
    return undefined;
  };

  // Whoever asked hears first what came of it: the transport tells us before them.
  const onerror = (error: unknown): void => void setImmediate(() => failed(error));
  Object.assign(client, { onclose: gone, onerror });
  if (client.transport === undefined) gone();
  return {
    ended,
    failed,
    async close() {
      reason ??= "it was closed";
      await politely(ending === undefined ? line.leave?.() : undefined);
      await end(reason);
    },
  };
}

const CHECK_MS = 5000;

function troubleOf(trouble: unknown): string {
  return trouble instanceof Fault ? trouble.message : "the server closed the connection";
}

function lifeSign(client: OpenClient["client"]): string {
  return client.getProtocolEra() === "modern" ? "server/discover" : "ping";
}

/** Over SSE the session is in the address that the server names. */
function hasSession({ kind, transport }: Line): boolean {
  return kind === "sse" || transport.sessionId !== undefined;
}

/** The specification says 404; many servers say 400 and something about the session. */
function isSessionForgotten(error: unknown, sdk: Sdk): boolean {
  const answer = httpAnswerIn(error, sdk);
  if (answer === undefined) return false;
  return answer.status === 404 || (answer.status === 400 && /session/i.test(answer.text));
}

import { Fault } from "../../../../kernel/index.ts";
import { NeedsSignIn } from "../needs-sign-in.ts";
import { quoted } from "../quoted.ts";
import type { Sdk } from "../sdk.ts";
import { ANSWER_LOST } from "../tap-transport.ts";
import { type HttpAnswer, httpAnswerIn } from "./http-answer.ts";
import { causesOf, networkTrouble } from "./network-trouble.ts";
import type { RowFacts } from "./row-facts.ts";

/** What was going on when something went wrong. */
export interface Circumstances extends RowFacts {
  readonly sdk: Sdk;
  /** Whether an effect may have happened, so that it matters whether the request arrived. */
  readonly hasEffect: boolean;
  /** What the line knows better than an error that only says that it broke. */
  readonly trouble: unknown;
}

/** Turns what the SDK or the network threw into a fault that names the server and none of its secrets. */
export function wireFault(error: unknown, circumstances: Circumstances): Fault {
  const { sdk, server, mask, trouble } = circumstances;
  const cause = isBreak(error, sdk) ? (trouble ?? error) : error;
  const known = causesOf(cause).find((link) => link instanceof Fault);
  // What is no break was known before anything was sent, or is the answer itself.
  if (known !== undefined) return named(known, server, isBreak(error, sdk) ? mayHaveRun(circumstances) : "");
  if (isSignInWanted(cause, sdk)) return signInFault(cause, circumstances);
  const answer = httpAnswerIn(cause, sdk);
  if (answer !== undefined) return httpFault(answer, circumstances, cause);
  const network = networkTrouble(cause);
  if (network !== undefined) {
    const outcome = network.mayHaveArrived ? mayHaveRun(circumstances) : "";
    return unavailable(`The server "${server}" ${network.what}.${outcome}`, cause);
  }
  if (isBreak(cause, sdk))
    return unavailable(
      `The connection to the server "${server}" was lost.${mayHaveRun(circumstances)}`,
      cause,
    );
  if (cause instanceof sdk.ProtocolError) return answeredError(cause.message, circumstances, cause);
  if (isNotSent(cause, sdk)) return unavailable(`The connection to the server "${server}" is closed.`, cause);
  if (isTimeUp(cause, sdk))
    return new Fault("timeout", `The server "${server}" did not answer in time.`, { cause });
  const said = mask(quoted(cause instanceof Error ? cause.message : String(cause)));
  return new Fault("tool_error", `The server "${server}" answered in a way that makes no sense: ${said}`, {
    cause,
  });
}

/** The server said no, or that it cannot. */
function answeredError(message: string, { server, mask }: Circumstances, cause: unknown): Fault {
  const said = mask(quoted(message));
  return new Fault("tool_error", `The server "${server}" answered with an error: ${said}`, { cause });
}

function httpFault({ status, text, error }: HttpAnswer, circumstances: Circumstances, cause: unknown): Fault {
  if (error !== undefined && status < 500) return answeredError(error.message, circumstances, cause);
  const { server, mask } = circumstances;
  const said = mask(quoted(error?.message ?? text, MOST_OF_A_PAGE));
  const outcome = status >= 500 ? mayHaveRun(circumstances) : "";
  const words = said === "" ? "" : ` It says: ${said}`;
  return unavailable(`The server "${server}" answered with HTTP ${status}.${outcome}${words}`, cause);
}

/** Pages of errors are long and say little. */
const MOST_OF_A_PAGE = 200;

/** A line says "the server", since it does not know which. */
function named(fault: Fault, server: string, outcome: string): Fault {
  const { code, message, hint, cause } = fault;
  if (!/^The server (?!")/.test(message)) return fault;
  const text = message.replace("The server", () => `The server "${server}"`);
  return new Fault(code, code === "unavailable" ? `${text}${outcome}` : text, { hint, cause });
}

function mayHaveRun({ hasEffect }: Circumstances): string {
  return hasEffect ? " The call may have run." : "";
}

function unavailable(message: string, cause: unknown): Fault {
  return new Fault("unavailable", message, { cause });
}

function signInFault(cause: unknown, { sdk, server, hasCredentials }: Circumstances): Fault {
  const narrow = causesOf(cause).find((link) => link instanceof sdk.InsufficientScopeError);
  if (!hasCredentials) return new NeedsSignIn(server, { scope: narrow?.requiredScope, cause });
  const hint = "Look at the Authorization header in its row.";
  const text = `The server "${server}" does not accept the credentials of its row (HTTP 401).`;
  return new Fault("unavailable", text, { hint, cause });
}

function isSignInWanted(error: unknown, sdk: Sdk): boolean {
  if (httpAnswerIn(error, sdk)?.status === 401) return true;
  return causesOf(error).some(
    (link) => link instanceof sdk.UnauthorizedError || link instanceof sdk.InsufficientScopeError,
  );
}

/** Tells whether an error says that the line broke, and no more. */
function isBreak(error: unknown, { SdkError, SdkErrorCode, ProtocolError, SseError }: Sdk): boolean {
  if (error instanceof SdkError) return error.code === SdkErrorCode.ConnectionClosed;
  if (error instanceof SseError) return error.code === undefined;
  // Nobody but the end of the connection stops a request that is still wanted.
  if (error instanceof Error && error.name === "AbortError") return true;
  return error instanceof ProtocolError && error.data === ANSWER_LOST;
}

function isTimeUp(error: unknown, { SdkError, SdkErrorCode }: Sdk): boolean {
  return error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout;
}

function isNotSent(error: unknown, { SdkError, SdkErrorCode }: Sdk): boolean {
  if (error instanceof SdkError) return error.code === SdkErrorCode.NotConnected;
  return error instanceof Error && error.message === "Not connected";
}

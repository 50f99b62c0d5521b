import type { Sdk } from "../sdk.ts";

/** An answer that is no MCP message. */
export interface HttpAnswer {
  readonly status: number;
  readonly text: string;
  /** The error of the protocol that it carries all the same. */
  readonly error?: { readonly code: number; readonly message: string };
}

/** The HTTP answer that an error of the SDK stands for. */
export function httpAnswerIn(error: unknown, { SdkHttpError, SseError }: Sdk): HttpAnswer | undefined {
  if (error instanceof SseError && error.code !== undefined) return answerOf(error.code, "");
  if (error instanceof SdkHttpError) return answerOf(error.status, error.data.text);
  const [, status, text] = (error instanceof Error && POST_ERROR.exec(error.message)) || [];
  return status === undefined ? undefined : answerOf(Number(status), text);
}

/** The transport over SSE has no error of its own for what was posted. */
const POST_ERROR = /^Error POSTing to endpoint \(HTTP (\d{3})\): ([^]*)$/;

function answerOf(status: number, text: unknown): HttpAnswer {
  const body = typeof text === "string" ? text : "";
  const error = errorIn(body);
  return { status, text: body, ...(error === undefined ? {} : { error }) };
}

/** Tells whether an answer means that the server speaks another transport, and not that it refuses us or is ill. */
export function isOtherTransport(error: unknown, sdk: Sdk): boolean {
  const answer = httpAnswerIn(error, sdk);
  if (answer === undefined) return isOtherContent(error, sdk);
  return answer.status >= 400 && answer.status < 500 && !ABOUT_US.has(answer.status);
}

/** Who we are, how slow and how often we ask: nothing that another transport would change. */
const ABOUT_US: ReadonlySet<number> = new Set([401, 402, 403, 407, 408, 425, 429, 451]);

function isOtherContent(error: unknown, { SdkError, SdkErrorCode }: Sdk): boolean {
  const links = [error, error instanceof Error ? error.cause : undefined];
  return links.some(
    (link) => link instanceof SdkError && link.code === SdkErrorCode.ClientHttpUnexpectedContent,
  );
}

function errorIn(body: string): HttpAnswer["error"] {
  try {
    const { code, message } = (JSON.parse(body) as { error: { code: unknown; message: unknown } }).error;
    return typeof code === "number"
      ? { code, message: typeof message === "string" ? message : "" }
      : undefined;
  } catch {
    return undefined;
  }
}

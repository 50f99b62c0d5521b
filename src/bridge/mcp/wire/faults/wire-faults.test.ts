import { describe, expect, it } from "vitest";
import { Fault } from "../../../../kernel/index.ts";
import { NeedsSignIn } from "../needs-sign-in.ts";
import { loadSdk } from "../sdk.ts";
import { ANSWER_LOST } from "../tap-transport.ts";
import { type Circumstances, wireFault } from "./wire-faults.ts";

const sdk = await loadSdk();
const { SdkError, SdkErrorCode, SdkHttpError, ProtocolError, UnauthorizedError, SseError } = sdk;

const faultOf = (error: unknown, over: Partial<Circumstances> = {}): Fault =>
  wireFault(error, {
    sdk,
    server: "acme",
    mask: (text) => text,
    hasCredentials: false,
    hasEffect: true,
    trouble: undefined,
    ...over,
  });

const failed = (code: string): Error =>
  new TypeError("fetch failed", { cause: Object.assign(new Error("x"), { code }) });
const http = (status: number, text = ""): Error =>
  new SdkHttpError(SdkErrorCode.ClientHttpNotImplemented, "Error POSTing", { status, statusText: "", text });
const closed = new SdkError(SdkErrorCode.ConnectionClosed, "Connection closed");
const ended = new Fault("unavailable", "The server ended with code 1.");

describe("what went wrong on the wire", () => {
  it.each<[string, unknown, string, string, Partial<Circumstances>?]>([
    ["nobody listening", failed("ECONNREFUSED"), "unavailable", 'The server "acme" refuses the connection.'],
    [
      "a bad certificate",
      failed("DEPTH_ZERO_SELF_SIGNED_CERT"),
      "unavailable",
      'The server "acme" shows a certificate that is not accepted (DEPTH_ZERO_SELF_SIGNED_CERT).',
    ],
    [
      "a reset",
      failed("ECONNRESET"),
      "unavailable",
      'The server "acme" broke the connection. The call may have run.',
    ],
    [
      "a reset of something harmless",
      failed("ECONNRESET"),
      "unavailable",
      'The server "acme" broke the connection.',
      { hasEffect: false },
    ],
    [
      "a code that nobody knows",
      failed("EWHATEVER"),
      "unavailable",
      'The server "acme" cannot be reached (EWHATEVER). The call may have run.',
    ],
    [
      "half an answer",
      new TypeError("terminated"),
      "unavailable",
      'The server "acme" cannot be reached. The call may have run.',
    ],
    [
      "a failure of the server",
      http(503, "<h1>busy</h1>"),
      "unavailable",
      'The server "acme" answered with HTTP 503. The call may have run. It says: <h1>busy</h1>',
    ],
    ["a refusal", http(413), "unavailable", 'The server "acme" answered with HTTP 413.'],
    [
      "an error of the protocol in a refusal",
      http(404, '{"error":{"code":-32601,"message":"no such method"}}'),
      "tool_error",
      'The server "acme" answered with an error: no such method',
    ],
    [
      "an error of the protocol",
      new ProtocolError(-32_602, "bad\u001b[31m input"),
      "tool_error",
      'The server "acme" answered with an error: bad input',
    ],
    [
      "a lost answer",
      new ProtocolError(-32_000, "x", ANSWER_LOST),
      "unavailable",
      'The connection to the server "acme" was lost. The call may have run.',
    ],
    [
      "a lost answer, and the reason for it",
      new ProtocolError(-32_000, "x", ANSWER_LOST),
      "unavailable",
      'The server "acme" broke the connection. The call may have run.',
      { trouble: failed("ECONNRESET") },
    ],
    [
      "an answer that looks lost",
      new ProtocolError(-32_000, "the stream ended", {}),
      "tool_error",
      'The server "acme" answered with an error: the stream ended',
    ],
    [
      "a program that ended",
      closed,
      "unavailable",
      'The server "acme" ended with code 1. The call may have run.',
      { trouble: ended },
    ],
    [
      "a program that had ended before",
      new SdkError(SdkErrorCode.NotConnected, "Not connected"),
      "unavailable",
      'The connection to the server "acme" is closed.',
    ],
    [
      "a program that does not listen",
      new Fault("unavailable", "The server reads no more."),
      "unavailable",
      'The server "acme" reads no more.',
    ],
    [
      "silence",
      new SdkError(SdkErrorCode.RequestTimeout, "Request timed out"),
      "timeout",
      'The server "acme" did not answer in time.',
    ],
    [
      "credentials that are not accepted",
      http(401),
      "unavailable",
      'The server "acme" does not accept the credentials of its row (HTTP 401).',
      { hasCredentials: true },
    ],
    [
      "what nobody thought of",
      "a text",
      "tool_error",
      'The server "acme" answered in a way that makes no sense: a text',
    ],
  ])("%s", (_, error, code, message, over) => {
    const fault = faultOf(error, over);
    expect(fault).toBeInstanceOf(Fault);
    expect(fault).toMatchObject({ code, message });
  });

  it.each<[string, unknown]>([
    ["an answer of 401", http(401)],
    ["a stream that is answered with 401", new SseError(401, "x", {} as never)],
    ["the SDK", new UnauthorizedError()],
    [
      "whoever keeps the tokens",
      new SdkError(SdkErrorCode.EraNegotiationFailed, "x", {}, { cause: new NeedsSignIn("acme") }),
    ],
  ])("%s asks for a person to sign in", (_, error) => {
    expect(faultOf(error)).toBeInstanceOf(NeedsSignIn);
  });
});

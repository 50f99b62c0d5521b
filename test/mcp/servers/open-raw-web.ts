import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import { openWeb, type Web } from "./open-web.ts";

/** A request as it came. */
export interface RawRequest {
  readonly id: number | string;
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly headers: IncomingMessage["headers"];
}

/** What a method answers: a result, or whatever it writes itself. */
export type RawAnswer = (request: RawRequest, response: ServerResponse) => object | undefined | void;

/** A modern server without any SDK, so that it can answer anything, until the test is over. */
export async function openRawWeb(
  answers: Readonly<Record<string, RawAnswer>>,
): Promise<Web & { readonly url: string }> {
  const all: Readonly<Record<string, RawAnswer>> = { "server/discover": () => DISCOVERED, ...answers };
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const message = JSON.parse(await text(request)) as Omit<RawRequest, "headers">;
    const answer = all[message.method];
    if (answer === undefined) return void response.writeHead(404).end();
    const result = answer({ ...message, headers: request.headers }, response);
    if (result === undefined) return;
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ jsonrpc: "2.0", id: message.id, result }));
  };
  const web = await openWeb((request, response) => void serve(request, response));
  onTestFinished(() => web.close());
  return { ...web, url: `${web.origin}/mcp` };
}

const DISCOVERED = {
  resultType: "complete",
  supportedVersions: ["2026-07-28"],
  capabilities: { tools: {} },
  ttlMs: 0,
  cacheScope: "private",
};

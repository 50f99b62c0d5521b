import type { ServerResponse } from "node:http";
import { finished } from "node:stream/promises";

type PageStatus = 200 | 400 | 403 | 404;

const TEXTS: Readonly<Record<PageStatus, readonly [title: string, text: string]>> = {
  200: ["You are signed in", "You can close this window and go back to Deckhand."],
  400: [
    "Not this sign-in",
    "This answer does not belong to a sign-in that was begun here. Nothing was done with it.",
  ],
  403: ["You are not signed in", "The sign-in did not work out. Deckhand says why."],
  404: ["Nothing here", "There is nothing at this address."],
};

/** Answers a browser with a small page that loads nothing and repeats nothing; settles when it is sent, or nobody is there. */
export async function writePage(response: ServerResponse, status: PageStatus): Promise<void> {
  const [title, text] = TEXTS[status];
  const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><h1>${title}</h1><p>${text}</p></html>\n`;
  response.writeHead(status, {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": "default-src 'none'",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "cache-control": "no-store",
    connection: "close",
  });
  response.end(page);
  await finished(response).catch(() => {});
}

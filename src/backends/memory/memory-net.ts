import { Fault, judgeUrl, type Net, type NetResponse } from "../../kernel/index.ts";

/** What a prepared address answers; a bare text is an ordinary page. */
export type MemoryAnswer =
  | string
  | {
      readonly status?: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string | Uint8Array;
    };

/** Answers by exact address. */
export type MemoryRoutes = Readonly<Record<string, MemoryAnswer>>;

/** A network of prepared answers; every other address is refused. */
export function createMemoryNet(routes: MemoryRoutes): Net {
  const allowPrivate = Object.keys(routes).flatMap((url) => (URL.canParse(url) ? [new URL(url).host] : []));
  return {
    judge: (url) => judgeUrl(url, { allowPrivate }),
    request: async ({ url, cancel }) => {
      cancel?.throwIfAborted();
      const answer = Object.hasOwn(routes, url) ? routes[url] : undefined;
      if (answer === undefined) {
        throw new Fault("denied_policy", `Nothing is reachable at ${url}.`, {
          hint: `Reachable: ${Object.keys(routes).join(", ") || "nothing"}.`,
        });
      }
      return responseOf(url, answer);
    },
  };
}

function responseOf(url: string, answer: MemoryAnswer): NetResponse {
  const { status = 200, headers = {}, body = "" } = typeof answer === "string" ? { body: answer } : answer;
  return { url, status, headers, body: inOnePiece(typeof body === "string" ? Buffer.from(body) : body) };
}

async function* inOnePiece(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  if (bytes.length > 0) yield bytes;
}

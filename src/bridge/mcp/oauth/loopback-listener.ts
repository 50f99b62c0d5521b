import { once } from "node:events";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { digestOf, Fault } from "../../../kernel/index.ts";
import { writePage } from "./write-page.ts";

/** What a browser brought back from signing in. */
export interface Callback {
  readonly params: URLSearchParams;
  /** Tells the person in the browser how it ended. */
  readonly reply: (isDone: boolean) => Promise<void>;
}

/** Listens on this machine for a browser that comes back from signing in. */
export interface LoopbackListener {
  /** Where the browser is to be sent back to. */
  readonly redirectUrl: string;
  /** The first answer to the sign-in of this state; answers to any other are turned away. */
  callback(state: string, stop: AbortSignal): Promise<Callback>;
  /** How many answers were turned away. */
  strangers(): number;
  close(): Promise<void>;
}

const HOST = "127.0.0.1";
const PATH = "/callback";

/** Opens a listener on a free port, or on one that an authorization server was told beforehand. */
export async function openLoopbackListener(port = 0): Promise<LoopbackListener> {
  let waiting: { readonly state: string; readonly found: (callback: Callback) => void } | undefined;
  let strangers = 0;
  const server = createServer((request, response) => {
    const params = paramsOf(request, addressOf(server));
    if (params === undefined) return void writePage(response, 404);
    if (waiting === undefined || !isOfState(params, waiting.state)) {
      strangers += 1;
      return void writePage(response, 400);
    }
    waiting.found({ params, reply: (isDone) => writePage(response, isDone ? 200 : 403) });
    waiting = undefined;
  });
  await listening(server, port);
  return {
    redirectUrl: `http://${addressOf(server)}${PATH}`,
    callback: (state, stop) =>
      new Promise((resolve, reject) => {
        if (stop.aborted) reject(stop.reason as Error);
        stop.addEventListener("abort", () => reject(stop.reason as Error), { once: true });
        waiting = { state, found: resolve };
      }),
    strangers: () => strangers,
    close: async () => {
      if (!server.listening) return;
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function listening(server: Server, port: number): Promise<void> {
  try {
    server.listen(port, HOST);
    await once(server, "listening");
  } catch (cause) {
    throw new Fault(
      "unavailable",
      `Port ${port} of this machine, to come back to from signing in, is taken.`,
      { cause },
    );
  }
}

function addressOf(server: Server): string {
  return `${HOST}:${(server.address() as AddressInfo).port}`;
}

/** What a browser says that asks for the one address there is, by its own name: other names may be a trick. */
function paramsOf(
  { method, url = "", headers }: IncomingMessage,
  address: string,
): URLSearchParams | undefined {
  if (method !== "GET" || headers.host !== address || !url.startsWith(`${PATH}?`)) return undefined;
  return new URLSearchParams(url.slice(PATH.length));
}

/** Compared by digests, so that the time it takes says nothing; what is there twice is nobody's honest answer. */
function isOfState(params: URLSearchParams, state: string): boolean {
  const isClear = ["state", "code", "iss", "error"].every((name) => params.getAll(name).length <= 1);
  return isClear && textDigest(params.get("state") ?? "") === textDigest(state);
}

function textDigest(text: string): string {
  return digestOf(Buffer.from(text, "utf8"));
}

import { createServer, get } from "node:http";
import { createLocalNet, makeContext } from "../../dist/backends/index.js";
import { webfetch } from "../../dist/tools/index.js";
import { compare } from "../compare.mjs";
import { byHand, longPage } from "./web.mjs";

/** What a whole fetch takes, from the look at the address to the Markdown. */
export const webfetchLines = [
  { name: "webfetch of a 200 kB page, against plain Node and the libraries by hand", measure: timeFetch },
];

/** @returns {Promise<import("../run.mjs").Reading>} */
async function timeFetch() {
  const page = await longPage();
  const server = createServer((_, response) => {
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(page);
  });
  try {
    const place = await listening(server);
    const ctx = makeContext({ net: createLocalNet({ allowPrivate: [place] }) });
    let asked = 0;
    // Never the same address twice: what is remembered takes no time.
    const nextUrl = () => `http://${place}/${(asked += 1)}`;
    const ours = () => fetched(nextUrl(), ctx);
    const peer = async () => byHand(await downloaded(nextUrl()));
    return { ...(await compare(ours, peer, { rounds: 15 })), limit: 1.3 };
  } finally {
    server.close();
  }
}

/**
 * @param {string} url
 * @param {ReturnType<typeof makeContext>} ctx
 */
async function fetched(url, ctx) {
  const { isError, output } = await webfetch.invoke({ id: "bench", name: "webfetch", input: { url } }, ctx);
  if (isError) throw new Error(String(output));
}

/**
 * @param {string} url
 * @returns {Promise<string>}
 */
function downloaded(url) {
  return new Promise((resolve, reject) => {
    get(url, { agent: false }, async (response) => {
      let text = "";
      for await (const piece of response.setEncoding("utf8")) text += piece;
      resolve(text);
    }).on("error", reject);
  });
}

/**
 * @param {import("node:http").Server} server
 * @returns {Promise<string>}
 */
async function listening(server) {
  await new Promise((done) => server.listen(0, "127.0.0.1", () => done(undefined)));
  const address = server.address();
  return `127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
}

import type { RequestListener } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { type FixtureWeb, openWeb } from "../../../../test/web/open-web.ts";
import { createLocalNet, createMemoryNet, makeContext } from "../../../backends/index.ts";
import { Fault, type Net, type NetRequest, type ToolOutcome } from "../../../kernel/index.ts";
import { createBrave } from "./brave.ts";
import type { Hit } from "./search-provider.ts";
import { createSearxng } from "./searxng.ts";
import { createTavily } from "./tavily.ts";
import { createWebsearch, websearch } from "./websearch.ts";

const HOSTS = ["html.duckduckgo.com", "api.search.brave.com", "api.tavily.com", "searx.pub.example"];
const open: FixtureWeb[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.close()));
});

async function web(answer: RequestListener): Promise<FixtureWeb> {
  const opened = await openWeb({ answer, names: HOSTS });
  open.push(opened);
  return opened;
}

/** A net whose every server gives the same answer. */
async function answering(body: string, status = 200, headers: Record<string, string> = {}): Promise<Net> {
  const { net } = await web((_request, response) => void response.writeHead(status, headers).end(body));
  return net();
}

/** The same, in the form of one of the services that answer in JSON. */
function answeringAs(name: string, results: readonly unknown[]): Promise<Net> {
  return answering(JSON.stringify(name === "Brave Search" ? { web: { results } } : { query: "x", results }));
}

function search(net: Net, input: Record<string, unknown>, tool = websearch): Promise<ToolOutcome> {
  return tool.invoke({ id: "1", name: "websearch", input }, makeContext({ net }));
}

function hitsOf({ result }: ToolOutcome): readonly Hit[] {
  const block = result.content.find(({ kind }) => kind === "json");
  return block?.kind === "json" ? (block.value as readonly Hit[]) : [];
}

async function failure(net: Net, tool = websearch): Promise<string> {
  const outcome = await search(net, { query: "tide tables" }, tool);
  expect(outcome.isError).toBe(true);
  return String(outcome.output);
}

/** One result in the manner of the page without scripts. */
function found(title: string, address: string, snippet: string): string {
  const href = `//duckduckgo.com/l/?uddg=${encodeURIComponent(address)}&amp;rut=9f2c`;
  return `<div class="result results_links results_links_deep web-result "><div class="links_main links_deep result__body">
    <h2 class="result__title"><a rel="nofollow" class="result__a" href="${href}">${title}</a></h2>
    <div class="result__extras"><div class="result__extras__url"><a class="result__url" href="${href}">${address}</a></div></div>
    <a class="result__snippet" href="${href}">${snippet}</a></div></div>`;
}

function resultPage(...results: readonly string[]): string {
  return `<!DOCTYPE html><html><head><title>tide tables at DuckDuckGo</title></head><body>
    <div class="header"><form id="search_form"><input name="q" value="tide tables"></form></div>
    <div id="links" class="results">${results.join("\n")}
    <div class="nav-link"><form><input type="submit" value="Next"></form></div></div></body></html>`;
}

const many = Array.from({ length: 30 }, (_, at) =>
  found(`Title ${at}`, `https://site${at}.example/`, `Snippet ${at}`),
);

describe("websearch", () => {
  it("R197: returns ranked titles, urls and snippets without a key", async () => {
    const asked: string[] = [];
    const { net, lookups } = await web((request, response) => {
      asked.push(request.url ?? "");
      response.end(
        resultPage(
          found(
            "Tide <b>tables</b> &amp; charts",
            "https://tides.example/uk?port=1&day=2",
            "Times of <b>high</b> water.",
          ),
          found("Harbour office", "http://harbour.example/tides", "Ask at the office."),
        ),
      );
    });
    const outcome = await search(net(), { query: "tide tables & charts" });
    expect(outcome.isError).toBe(false);
    expect(hitsOf(outcome)).toEqual([
      {
        title: "Tide tables & charts",
        url: "https://tides.example/uk?port=1&day=2",
        snippet: "Times of high water.",
      },
      { title: "Harbour office", url: "http://harbour.example/tides", snippet: "Ask at the office." },
    ]);
    expect(outcome.result.content[0]).toEqual({
      kind: "text",
      text: expect.stringContaining(
        "1. Tide tables & charts\n   https://tides.example/uk?port=1&day=2\n   Times of high water.\n\n2. Harbour office\n",
      ),
    });
    expect(asked).toEqual(["/html/?q=tide+tables+%26+charts"]);
    expect(lookups).toEqual(["html.duckduckgo.com"]);
  });

  it("R338: gives a text block and a JSON array, five results unless told otherwise", async () => {
    const net = await answering(resultPage(...many));
    const outcome = await search(net, { query: "x" });
    expect(outcome.result.content.map(({ kind }) => kind)).toEqual(["text", "json"]);
    expect(hitsOf(outcome)).toHaveLength(5);
    expect(hitsOf(outcome)[4]).toEqual({
      title: "Title 4",
      url: "https://site4.example/",
      snippet: "Snippet 4",
    });
    const text = outcome.result.content[0];
    expect(text?.kind === "text" && text.text).toContain(
      "1. Title 0\n   https://site0.example/\n   Snippet 0",
    );
    expect(hitsOf(await search(net, { query: "x", count: 3 }))).toHaveLength(3);
    expect(hitsOf(await search(net, { query: "x", count: 25 }))).toHaveLength(25);
  });

  it("R338: never gives more than 25 results", async () => {
    const net = await answering(resultPage(...many));
    expect(hitsOf(await search(net, { query: "x", count: 900 }))).toHaveLength(25);
  });

  it("R338: shows every page once and unwraps redirect links", async () => {
    const page = resultPage(
      found("One", "https://a.example/page", "first"),
      found("One again", "http://a.example/page/#part", "second"),
      found(
        "Wrapped twice",
        `https://www.google.com/url?q=${encodeURIComponent("https://b.example/?x=1")}`,
        "",
      ),
      found("Wrapped by another", "https://www.bing.com/ck/a?u=a1aHR0cHM6Ly9jLmV4YW1wbGUv", ""),
      found("Not a page", "javascript:alert(1)", ""),
    );
    const outcome = await search(await answering(page), { query: "x" });
    expect(hitsOf(outcome).map(({ url }) => url)).toEqual([
      "https://a.example/page",
      "https://b.example/?x=1",
      "https://c.example/",
    ]);
  });

  it.each([
    ["https://www.startpage.com/rd/x?url=https%3A%2F%2Fd.example%2F", "https://d.example/"],
    ["https://www.google.co.uk/url?url=https%3A%2F%2Fe.example%2F", "https://e.example/"],
    ["https://duckduckgo.com/about?uddg=https://f.example/", undefined],
    ["https://example.com/l/?uddg=https://f.example/", undefined],
  ])("R338: %s leads to %s, or to itself", async (address, target) => {
    const page = resultPage(found("Other", "https://example.com/l/", ""), found("Link", address, ""));
    const hits = hitsOf(await search(await answering(page), { query: "x" }));
    expect(hits.map(({ url }) => url)).toEqual(["https://example.com/l/", target ?? address]);
  });

  it("R198, R338: waits ten seconds for everything, and takes no more than two MiB", async () => {
    const asked: NetRequest[] = [];
    const net = createMemoryNet({});
    const recording: Net = {
      ...net,
      request: (request) => {
        asked.push(request);
        return net.request(request);
      },
    };
    await failure(recording);
    expect(asked).toEqual([expect.objectContaining({ timeoutMs: 10_000, maxBytes: 2 * 1024 * 1024 })]);
  });

  it("says before the call which address it is about to reach", async () => {
    expect(await websearch.touches({ query: "a b" })).toEqual([
      { kind: "url", url: "https://html.duckduckgo.com/html/?q=a+b", op: "fetch" },
    ]);
    expect(websearch).toMatchObject({ path: "world.tools.web.search", title: "Web search", trust: "L1" });
  });

  it("passes over advertisements", async () => {
    const ad = found("Buy tides", "https://ads.example/", "cheap").replace("web-result", "result--ad");
    const outcome = await search(await answering(resultPage(ad, ...many)), { query: "x", count: 1 });
    expect(hitsOf(outcome)[0]?.title).toBe("Title 0");
  });

  it("keeps a title and a snippet to one line of bearable length", async () => {
    const page = resultPage(found("a\n\nb".repeat(200), "https://a.example/", "word ".repeat(5000)));
    const [hit] = hitsOf(await search(await answering(page), { query: "x" }));
    expect(hit?.title.length).toBeLessThanOrEqual(201);
    expect(hit?.snippet.length).toBeLessThanOrEqual(501);
    expect(`${hit?.title}${hit?.snippet}`).not.toContain("\n");
  });

  it("R197: reads the markup of a page once: a tag that is spoken of stays", async () => {
    const page = resultPage(
      found("How to use &lt;div&gt; <b>well</b>", "https://a.example/", "vector&lt;int&gt; &amp;amp; more"),
    );
    expect(hitsOf(await search(await answering(page), { query: "x" }))).toMatchObject([
      { title: "How to use <div> well", snippet: "vector<int> &amp; more" },
    ]);
  });

  it.each([0, 3000, 100_000])("passes over an address of %i characters", async (length) => {
    const address = length === 0 ? "" : `https://a.example/${"a".repeat(length)}`;
    const link = `<div class="result"><a class="result__a" href="${address}">Not this</a></div>`;
    const outcome = await search(await answering(resultPage(link, ...many)), { query: "x", count: 1 });
    expect(hitsOf(outcome)[0]?.title).toBe("Title 0");
  });

  it.each(["", "   "])("wants something to search for, not %j", async (query) => {
    const outcome = await search(createMemoryNet({}), { query });
    expect(outcome).toMatchObject({ isError: true, error: { code: "invalid_input" } });
  });

  it("takes queries that no address could hold as they are", async () => {
    const net = await answering(resultPage(...many));
    for (const query of ["\uD800", "a".repeat(900), "שלום 世界", "'\"<script>&%00", "--help"]) {
      expect((await search(net, { query })).isError).toBe(false);
    }
  });
});

describe("a search that fails", () => {
  it.each([
    [
      "a challenge page",
      200,
      `<div class="anomaly-modal__title">Unfortunately, bots use DuckDuckGo too.</div>`,
      "person",
    ],
    ["a page for later", 202, `<div class="anomaly-modal"></div>`, "too many requests"],
    ["a rate limit", 429, "slow down", "Wait a minute"],
    ["a refusal", 403, "<h1>403</h1>", "person"],
    ["a missing page", 404, "", "HTTP 404"],
    ["a broken server", 500, "oops", "Try again"],
    ["nothing found", 200, resultPage(`<div class="no-results">No results.</div>`), "found nothing"],
    ["results without links", 200, resultPage(`<div class="result">gone</div>`), "found nothing"],
    [
      "another page",
      200,
      "<html><body><h1>Welcome to the hotel network</h1></body></html>",
      "Welcome to the hotel",
    ],
    ["an empty page", 200, "", "an empty page"],
    ["bytes that are no text", 200, "\u0000\uFFFD\u0001<<<>>>", "no list of results"],
  ])("R198: %s is an error result that says what would work", async (_kind, status, body, says) => {
    const told = await failure(await answering(body, status));
    expect(told).toContain(says);
    expect(told).toMatch(/\n(?:Try|Use|Wait) /);
  });

  it("R198: says how long to wait when the server does", async () => {
    expect(await failure(await answering("", 429, { "retry-after": "30" }))).toContain("Wait 30 seconds");
  });

  it("R198: a redirect is reported and not followed", async () => {
    const net = await answering("", 302, { location: "https://elsewhere.example/" });
    const told = await failure(net);
    expect(told).toContain("redirects to https://elsewhere.example/");
    expect(told).toContain("\nAnother search provider can be set");
  });

  it("R198: a name nobody knows, a refused address and a broken connection are error results", async () => {
    const refused = createLocalNet({ resolve: () => Promise.resolve(["127.0.0.1"]) });
    const unknown = createLocalNet({ resolve: () => Promise.resolve([]) });
    const { net } = await web((request) => void request.socket.destroy());
    for (const each of [refused, unknown, net()]) expect(await failure(each)).not.toBe("");
  });

  it("R198: a server that never answers is an error result", async () => {
    const { net } = await web(() => undefined);
    expect(await failure(net({ limits: { headersMs: 100, totalMs: 150 } }))).not.toBe("");
  });

  it("R198: an answer without end is an error result", async () => {
    const { net } = await web((_request, response) => {
      const more = (): void => {
        while (response.write("x".repeat(65_536)));
        response.once("drain", more);
      };
      more();
    });
    expect(await failure(net())).not.toBe("");
  });

  it("R198: a net that throws anything at all is an error result", async () => {
    for (const thrown of [new Error("boom"), "a string", undefined, new Fault("denied_policy", "No.")]) {
      const net: Net = { ...createMemoryNet({}), request: () => Promise.reject(thrown) };
      expect((await search(net, { query: "x" })).isError).toBe(true);
    }
  });

  it("raises a cancellation again", async () => {
    const { net } = await web(() => undefined);
    const controller = new AbortController();
    const ctx = makeContext({ net: net(), cancel: controller.signal });
    const running = websearch.invoke({ id: "1", name: "websearch", input: { query: "x" } }, ctx);
    controller.abort();
    await expect(running).rejects.toMatchObject({ name: "AbortError" });
  });
});

describe("providers by configuration", () => {
  const providers = [
    ["SearXNG", createSearxng({ baseUrl: "https://searx.pub.example/" }), "content"],
    ["Brave Search", createBrave({ apiKey: "secret-key" }), "description"],
    ["Tavily", createTavily({ apiKey: "secret-key" }), "content"],
  ] as const;

  it.each(providers)("R197: %s results are read from JSON", async (name, provider, snippet) => {
    const results = [
      { title: "Tide tables", url: "https://a.example/", [snippet]: "High and low" },
      { title: 7, url: "https://b.example/" },
      { url: 9 },
      "nonsense",
      null,
    ];
    expect(
      hitsOf(await search(await answeringAs(name, results), { query: "x" }, createWebsearch(provider))),
    ).toEqual([
      { title: "Tide tables", url: "https://a.example/", snippet: "High and low" },
      { title: "https://b.example/", url: "https://b.example/", snippet: "" },
    ]);
  });

  it.each(providers)(
    "%s texts are read once, as the markup or plain text they are",
    async (name, provider, snippet) => {
      const isMarkup = name === "Brave Search";
      const result = isMarkup
        ? { title: "vector&lt;int&gt; <strong>tables</strong>", description: "a &amp;lt; b" }
        : { title: "vector<int> tables", [snippet]: "a &lt; b" };
      const net = await answeringAs(name, [{ url: "https://a.example/", ...result }]);
      expect(hitsOf(await search(net, { query: "x" }, createWebsearch(provider)))).toMatchObject([
        { title: "vector<int> tables", snippet: "a &lt; b" },
      ]);
    },
  );

  it.each(providers)("R198: %s failures are error results that never show a key", async (_name, provider) => {
    const tool = createWebsearch(provider);
    const bodies = ["", "{", "[]", "null", '{"results":7,"web":{"results":{}}}', "<html>", "{}"];
    for (const body of bodies) expect(await failure(await answering(body), tool)).not.toContain("secret-key");
    for (const status of [401, 403, 429, 432, 500]) {
      expect(await failure(await answering("{}", status), tool)).not.toContain("secret-key");
    }
  });

  it.each(providers)("R198: %s failures say what came instead of results", async (name, provider) => {
    const tool = createWebsearch(provider);
    const answers: readonly [string, number, string][] = [
      ["{", 200, `${name} answered with something that is no list of results: "{".`],
      ["[]", 200, `${name} answered with something that is no list of results: "[]".`],
      ['{"results":7,"web":{"results":7}}', 200, "results is no list."],
      ["{}", 401, "set a valid key"],
      ["{}", 429, "too many requests"],
      ["{}", 500, "Try again in a minute."],
    ];
    for (const [body, status, says] of answers) {
      expect(await failure(await answering(body, status), tool)).toContain(says);
    }
  });

  it("R197: asks each provider in its own words", () => {
    const asked = providers.map(([, provider]) => provider.request("a b", 3));
    expect(asked.map(({ url }) => url)).toEqual([
      "https://searx.pub.example/search?q=a+b&format=json",
      "https://api.search.brave.com/res/v1/web/search?q=a+b&count=3",
      "https://api.tavily.com/search",
    ]);
    expect(JSON.parse(Buffer.from(asked[2]?.body ?? []).toString())).toEqual({
      query: "a b",
      max_results: 3,
    });
  });

  it("R197: sends keys in headers, never in the address that is shown", async () => {
    const seen: string[] = [];
    const { net } = await web((request, response) => {
      const { "x-subscription-token": token, authorization } = request.headers;
      seen.push(`${request.method} ${request.url} ${String(token ?? authorization)}`);
      response.end("{}");
    });
    for (const [, provider] of providers.slice(1)) {
      const tool = createWebsearch(provider);
      await search(net(), { query: "a", count: 25 }, tool);
      expect(JSON.stringify(await tool.touches({ query: "a" }))).not.toContain("secret-key");
    }
    expect(seen).toEqual([
      "GET /res/v1/web/search?q=a&count=20 secret-key",
      "POST /search Bearer secret-key",
    ]);
  });

  it("R198: tells a person how to open a SearXNG instance that refuses JSON", async () => {
    const tool = createWebsearch(createSearxng({ baseUrl: "https://searx.pub.example" }));
    expect(await failure(await answering("Forbidden", 403), tool)).toContain("search.formats");
  });
});

import type { RequestListener } from "node:http";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import { png } from "../../../../test/png.ts";
import { type FixtureOptions, type FixtureWeb, openWeb, PUBLIC } from "../../../../test/web/open-web.ts";
import { createLocalNet, makeContext, manualClock } from "../../../backends/index.ts";
import type { ContextOverrides, Net, NetRequest, ToolContext, ToolOutcome } from "../../../kernel/index.ts";
import { webfetch } from "./webfetch.ts";

const open: FixtureWeb[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.close()));
});

async function web(answer: RequestListener, options: Partial<FixtureOptions> = {}): Promise<FixtureWeb> {
  const opened = await openWeb({ answer, ...options });
  open.push(opened);
  return opened;
}

/** Answers by path; a text is a web page. */
type Pages = Readonly<
  Record<string, string | readonly [headers: Record<string, string>, body: string | Uint8Array]>
>;

function serve(pages: Pages): RequestListener {
  return (request, response) => {
    const page = pages[request.url ?? ""];
    if (page === undefined) return void response.writeHead(404).end("nothing here");
    const [headers, body] =
      typeof page === "string" ? [{ "content-type": "text/html; charset=utf-8" }, page] : page;
    const { status = "200", ...rest } = headers as Record<string, string>;
    response.writeHead(Number(status), rest).end(body);
  };
}

async function contextOf(pages: Pages, overrides: ContextOverrides = {}): Promise<ToolContext> {
  return makeContext({ net: (await web(serve(pages))).net(), ...overrides });
}

function call(ctx: ToolContext, input: Record<string, unknown>): Promise<ToolOutcome> {
  return webfetch.invoke({ id: "1", name: "webfetch", input }, ctx);
}

async function textOf(ctx: ToolContext, url: string, more: Record<string, unknown> = {}): Promise<string> {
  const { output, isError } = await call(ctx, { url, ...more });
  expect({ isError, output }).toEqual({ isError: false, output: expect.any(String) });
  return String(output);
}

/** What was kept of a result too long to show, or else what was shown. */
async function wholeOf(ctx: ToolContext, more: Record<string, unknown>): Promise<string> {
  const text = await textOf(ctx, "https://pub.example/", more);
  const handle = /deckhand:\/\/result\/\w+/.exec(text)?.[0];
  return handle === undefined ? text : ctx.fs.readText(handle);
}

/** Remembers what a net was asked for. */
function recording(net: Net): { net: Net; asked: NetRequest[] } {
  const asked: NetRequest[] = [];
  return {
    asked,
    net: {
      ...net,
      request: (request) => {
        asked.push(request);
        return net.request(request);
      },
    },
  };
}

const PAGE = `<!doctype html><html><head><title>A page</title><script>evil()</script></head><body><main>
<h1>A page</h1><p>Some words about <a href="/boats">boats</a> that a person would like to read, and a few more of them.</p>
<h2>Parts</h2><ul><li>hull</li><li>mast</li></ul></main></body></html>`;

describe("what is shown", () => {
  it("R199, R339: a web page comes as Markdown: ATX headings, list items with -, absolute links", async () => {
    const text = await textOf(await contextOf({ "/": PAGE }), "https://pub.example/");
    expect(text).toMatch(/^Title: A page\n/);
    expect(text).toContain("## Parts");
    expect(text).toMatch(/^- +hull$/m);
    expect(text).toContain("[boats](https://pub.example/boats)");
    expect(text).not.toMatch(/evil|<p>/);
  });

  it("R199: text and source are there for the asking", async () => {
    const ctx = await contextOf({ "/": PAGE });
    const text = await textOf(ctx, "https://pub.example/", { format: "text" });
    expect(text).toContain("Some words about boats");
    expect(text).not.toContain("](");
    expect(await textOf(ctx, "https://pub.example/", { format: "raw" })).toBe(PAGE);
  });

  it("other text comes as it is, whatever it is called", async () => {
    const ctx = await contextOf({
      "/json": [{ "content-type": "application/json" }, '{"a":1}'],
      "/feed": [{ "content-type": "application/rss+xml" }, "<rss><h1>x</h1></rss>"],
      "/none": [{}, "just words"],
      "/octets": [{ "content-type": "application/octet-stream" }, "a\tb\n"],
    });
    expect(await textOf(ctx, "https://pub.example/json")).toBe('{"a":1}');
    expect(await textOf(ctx, "https://pub.example/feed")).toBe("<rss><h1>x</h1></rss>");
    expect(await textOf(ctx, "https://pub.example/none")).toBe("just words");
    expect(await textOf(ctx, "https://pub.example/octets")).toBe("a\tb\n");
  });

  it("a page without a type is known by how it begins", async () => {
    const ctx = await contextOf({ "/": [{}, PAGE] });
    expect(await textOf(ctx, "https://pub.example/")).toMatch(/^Title: A page/);
  });

  it("an empty answer says that it is empty", async () => {
    const ctx = await contextOf({ "/": [{ status: "204" }, ""] });
    expect(await textOf(ctx, "https://pub.example/")).toBe(
      "https://pub.example/ answered 204 with nothing in it.",
    );
  });

  it.each(["markdown", "text"])(
    "a page drawn by scripts says so instead of nothing, as %s",
    async (format) => {
      const ctx = await contextOf({ "/": "<title>App</title><div id=root></div><script>draw()</script>" });
      const text = await textOf(ctx, "https://pub.example/", { format });
      expect(text).toMatch(/^Title: App\n\n.*no text in this page.*format="raw"/);
      expect(await textOf(ctx, "https://pub.example/", { format: "raw" })).toContain("draw()");
    },
  );

  it("a picture is shown as the read tool shows it, whatever type was sent", async () => {
    const ctx = await contextOf({ "/a": [{ "content-type": "text/html" }, png(2, 3)] });
    const { result } = await call(ctx, { url: "https://pub.example/a" });
    expect(result.content).toEqual([
      { kind: "text", text: expect.stringContaining("https://pub.example/a: PNG image, 2×3") },
      { kind: "image", mediaType: "image/png", data: expect.any(String) },
      { kind: "text", text: expect.stringMatching(/kept as deckhand:\/\/result\//) },
    ]);
  });

  it("a PDF is shown by pages and kept for more of them", async () => {
    const ctx = await contextOf({
      "/a.pdf": [{ "content-type": "application/pdf" }, onePagePdf("Hello boats")],
    });
    const { result, isError } = await call(ctx, { url: "https://pub.example/a.pdf" });
    const text = JSON.stringify(result.content);
    expect(isError).toBe(false);
    expect(text).toContain("Hello boats");
    expect(text).toMatch(/deckhand:\/\/result\/\w+/);
  });

  it("a damaged PDF is kept all the same", async () => {
    const ctx = await contextOf({ "/a.pdf": [{}, "%PDF-1.4 and nothing more"] });
    expect(await textOf(ctx, "https://pub.example/a.pdf")).toMatch(/damaged PDF[^]*kept as deckhand:/);
  });

  it("any other file is kept under a handle and never shown as text", async () => {
    const bytes = Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 0, 1, 2, 3]);
    const ctx = await contextOf({ "/a.zip": [{ "content-type": "application/zip" }, bytes] });
    for (const format of ["markdown", "raw"]) {
      const text = await textOf(ctx, "https://pub.example/a.zip", { format });
      expect(text).toMatch(/is not text: zip archive, sent as application\/zip, 10 bytes/);
      const handle = /deckhand:\/\/result\/\w+/.exec(text)?.[0] ?? "";
      expect(Buffer.from(await ctx.fs.readBytes(handle))).toEqual(bytes);
    }
  });

  it("a result too long to show is kept whole by the one who bounds results", async () => {
    const ctx = await contextOf({ "/": [{ "content-type": "text/plain" }, "word ".repeat(40_000)] });
    expect(await textOf(ctx, "https://pub.example/")).toMatch(
      /bytes omitted; the whole output is kept: .*deckhand:/,
    );
  });
});

const page = (meta: string, text: string): string =>
  `<html><head>${meta}</head><body><p>${text}</p></body></html>`;
const swapped = (text: string): Uint8Array => Buffer.from(text, "utf16le").swap16();
const html = (charset?: string) => ({
  "content-type": `text/html${charset === undefined ? "" : `; charset=${charset}`}`,
});

describe("charsets", () => {
  it.each<[string, Record<string, string>, Uint8Array, string]>([
    ["the header", html("ISO-8859-1"), Buffer.from(page("", "Grüße"), "latin1"), "Grüße"],
    [
      "the header in quotes",
      html('"windows-1251"'),
      Buffer.concat([Buffer.from("<p>"), Buffer.from([0xcf, 0xf0, 0xe8])]),
      "При",
    ],
    ["meta charset", html(), Buffer.from(page('<meta charset="latin1">', "Grüße"), "latin1"), "Grüße"],
    [
      "meta http-equiv",
      html(),
      Buffer.from(
        page('<meta http-equiv="Content-Type" content="text/html; charset=windows-1252">', "Grüße"),
        "latin1",
      ),
      "Grüße",
    ],
    ["a byte order mark, over the header", html("latin1"), Buffer.from("\uFEFF<p>Grüße", "utf16le"), "Grüße"],
    ["the bytes, where the header lies about UTF-8", html("latin1"), Buffer.from(page("", "Grüße")), "Grüße"],
    [
      "the bytes, where UTF-8 is claimed",
      html("utf-8"),
      Buffer.from(page("", "Grüße aus Köln, schöne Häuser"), "latin1"),
      "Grüße aus Köln",
    ],
    ["the bytes, where UTF-16 is claimed", html("utf-16"), Buffer.from(page("", "plain")), "plain"],
    ["the bytes, where the charset is unknown", html("klingon"), Buffer.from(page("", "Grüße")), "Grüße"],
    ["nothing at all", html(), Buffer.from(page("", "Grüße")), "Grüße"],
    ["the bytes, where Cyrillic is claimed", html("windows-1251"), Buffer.from("<p>Привет"), "Привет"],
    ["the bytes, where Japanese is claimed", html("shift_jis"), Buffer.from("<p>こんにちは"), "こんにちは"],
    ["the bytes, where Chinese is claimed", html("gbk"), Buffer.from("<p>你好世界"), "你好世界"],
    [
      "the bytes, where UTF-16 is the other way round",
      html("utf-16"),
      swapped("<p>Grüße, alle"),
      "Grüße, alle",
    ],
    [
      "the header, in escapes of plain ASCII",
      html("iso-2022-jp"),
      Buffer.from("<p>\u001b$B$3$s\u001b(B"),
      "こん",
    ],
  ])("are told by %s", async (_, headers, bytes, expected) => {
    const ctx = await contextOf({ "/": [headers, bytes] });
    const text = await textOf(ctx, "https://pub.example/", { format: "raw" });
    expect(text).toContain(expected);
    expect(text).not.toContain("\uFEFF");
  });

  it("are told by an XML declaration", async () => {
    const xml = Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><a>Grüße</a>', "latin1");
    const ctx = await contextOf({ "/": [{ "content-type": "text/xml" }, xml] });
    expect(await textOf(ctx, "https://pub.example/")).toContain("<a>Grüße</a>");
  });
});

describe("limits", () => {
  const MIB = 1024 * 1024;

  it("R199, R339: takes 1 MiB unless asked for more, 5 MiB at most, and marks what was cut", async () => {
    const body = gzipSync("x".repeat(6 * MIB));
    const ctx = await contextOf({
      "/": [{ "content-type": "text/plain", "content-encoding": "gzip" }, body],
    });
    const lengthOf = async (more: Record<string, unknown>) => {
      const text = await textOf(ctx, "https://pub.example/", more);
      expect(text).toMatch(/\[cut: these are its first \d+ bytes/);
      return /^x+/.exec(await wholeOf(ctx, more))?.[0].length;
    };
    expect(await lengthOf({})).toBe(MIB);
    expect(await lengthOf({ maxBytes: 1000 })).toBe(1000);
    expect(await lengthOf({ maxBytes: 100 * MIB })).toBe(5 * MIB);
  });

  it("R339: the whole fetch has 30 seconds, redirects included", async () => {
    const clock = manualClock();
    const fixture = await web((request, response) => {
      clock.advance(10_000);
      if (request.url === "/a") response.writeHead(302, { location: "/b" }).end();
      else response.end("there");
    });
    const { net, asked } = recording(fixture.net());
    await textOf(makeContext({ net, clock }), "https://pub.example/a");
    expect(asked.map(({ timeoutMs }) => timeoutMs)).toEqual([30_000, 20_000]);
  });

  it("a file over the limit is not kept in part", async () => {
    const zip = Buffer.concat([Buffer.from([0x50, 0x4b, 3, 4]), Buffer.alloc(2000)]);
    const ctx = await contextOf({ "/": [{ "content-type": "application/zip" }, zip] });
    expect(await call(ctx, { url: "https://pub.example/", maxBytes: 1000 })).toMatchObject({
      isError: true,
      error: { code: "tool_error", message: expect.stringContaining("did not come whole") },
    });
  });

  it.each([
    ["more elements than are read in a second or two", "word <wbr>".repeat(100_001)],
    ["more characters than are read", `<p>${"word ".repeat(700_000)}</p>`],
  ])("a page of %s is cut, and says so", async (_, source) => {
    const ctx = await contextOf({ "/": `<h1>Words</h1>${source}<p>the last words` });
    const text = await wholeOf(ctx, { maxBytes: 5 * MIB });
    expect(text).toContain("word");
    expect(text).toMatch(
      /\[cut: only the first \d+ of \d+ characters of its source .* format="raw" for all\]$/,
    );
    expect(await wholeOf(ctx, { maxBytes: 5 * MIB, format: "raw" })).toMatch(/the last words$/);
  });

  it("what came before a server fell silent is shown, marked as cut", async () => {
    const fixture = await web(
      (_, response) => void response.writeHead(200, { "content-type": "text/plain" }).write("half"),
    );
    const ctx = makeContext({ net: fixture.net({ limits: { gapMs: 200 } }) });
    expect(await textOf(ctx, "https://pub.example/")).toMatch(/^half\n\n\[cut: .*took longer than 200 ms/);
  });

  it("a page packed and cut short is marked as cut", async () => {
    const bytes = gzipSync("word ".repeat(1000)).subarray(0, -8);
    const ctx = await contextOf({
      "/": [{ "content-type": "text/plain", "content-encoding": "gzip" }, bytes],
    });
    expect(await textOf(ctx, "https://pub.example/")).toMatch(/^(?:word ){1000}\n\n\[cut: .* damaged/);
  });

  it("a server that says nothing is an error that says so", async () => {
    const fixture = await web(() => undefined);
    const ctx = makeContext({ net: fixture.net({ limits: { headersMs: 200 } }) });
    expect(await call(ctx, { url: "https://pub.example/" })).toMatchObject({
      isError: true,
      error: { code: "timeout" },
    });
  });

  it("a character that was cut in two is left out", async () => {
    const ctx = await contextOf({ "/": [{ "content-type": "text/plain; charset=utf-8" }, "äää"] });
    expect(await textOf(ctx, "https://pub.example/", { maxBytes: 3 })).toMatch(/^ä\n\n\[cut/);
  });

  it("can be taken back", async () => {
    const taken = new AbortController();
    const reason = new Error("taken back");
    const fixture = await web(() => taken.abort(reason));
    const ctx = makeContext({ net: fixture.net(), cancel: taken.signal });
    await expect(call(ctx, { url: "https://pub.example/" })).rejects.toBe(reason);
  });
});

describe("refusals and errors", () => {
  it.each([
    "file:///etc/passwd",
    "ftp://example.com/",
    "javascript:alert(1)",
    "not a url",
    "example.com",
    "http://",
    "",
  ])("R199, R200: %j is an error result", async (url) => {
    const { net, asked } = recording((await web(() => undefined)).net());
    const outcome = await call(makeContext({ net }), { url });
    expect(outcome).toMatchObject({ isError: true, error: { code: "invalid_input" } });
    expect(asked).toEqual([]);
  });

  it.each(["http://127.0.0.1/", "http://localhost/", "https://example.com:22/", "https://a:b@example.com/"])(
    "%s is refused before anything is sent",
    async (url) => {
      const { net, asked } = recording((await web(() => undefined)).net());
      expect(await call(makeContext({ net }), { url })).toMatchObject({
        isError: true,
        error: { code: "denied_policy", hint: expect.any(String) },
      });
      expect(asked).toEqual([]);
    },
  );

  it.each([
    ["404", "not_found"],
    ["403", "tool_error"],
    ["500", "unavailable"],
    ["429", "unavailable"],
    ["418", "tool_error"],
  ])("status %s is an error with what the server said", async (status, code) => {
    const ctx = await contextOf({
      "/": [{ status, "content-type": "text/html" }, "<html><body><p>Sorry about that.</p></body></html>"],
    });
    expect(await call(ctx, { url: "https://pub.example/" })).toMatchObject({
      isError: true,
      error: {
        code,
        message: expect.stringMatching(new RegExp(`answered ${status}[^]*Sorry about that`)),
        hint: expect.any(String),
      },
    });
  });

  it.each(["gzip", "zstd"])(
    "an error or a redirect that cannot be unpacked from %s is still one",
    async (coding) => {
      const damaged = { "content-encoding": coding };
      const ctx = await contextOf({
        "/gone": [{ status: "410", ...damaged }, "not packed"],
        "/moved": [{ status: "301", location: "/here", ...damaged }, "not packed"],
        "/here": [{ "content-type": "text/plain" }, "found"],
        "/page": [damaged, "not packed"],
      });
      expect(await call(ctx, { url: "https://pub.example/gone" })).toMatchObject({
        error: { code: "not_found" },
      });
      expect(await textOf(ctx, "https://pub.example/moved")).toContain("found");
      expect(await call(ctx, { url: "https://pub.example/page" })).toMatchObject({
        error: { code: "tool_error" },
      });
    },
  );

  it("a context without a network says so", async () => {
    expect(await call(makeContext(), { url: "https://pub.example/" })).toMatchObject({
      isError: true,
      error: { code: "unavailable" },
    });
  });

  it("says what it touches, and what it needs", async () => {
    expect(await webfetch.touches({ url: "https://a.example/" })).toEqual([
      { kind: "url", url: "https://a.example/", op: "fetch" },
    ]);
    expect(webfetch).toMatchObject({
      trust: "L1",
      effects: ["CALLS(network)"],
      path: "world.tools.web.fetch",
    });
  });
});

const to = (location: string, status = "302"): readonly [Record<string, string>, string] => [
  { status, location },
  "",
];

describe("redirects and https", () => {
  it("are followed on the same host, and the result says where it came from", async () => {
    const ctx = await contextOf({
      "/old": to("/mid", "301"),
      "/mid": to("https://pub.example/new", "308"),
      "/new": PAGE,
    });
    expect(await textOf(ctx, "https://pub.example/old")).toContain("From: https://pub.example/new");
  });

  it("to another host are reported, and nothing is sent there", async () => {
    const fixture = await web(serve({ "/": to("https://other.example/x?y") }));
    const text = await textOf(makeContext({ net: fixture.net() }), "https://pub.example/");
    expect(text).toContain("redirects to another host: https://other.example/x?y");
    expect(text).toContain("call webfetch with that URL");
    expect(fixture.lookups).toEqual(["pub.example"]);
  });

  it.each([
    ["/loop", "5 redirects"],
    ["/meta", "169.254.169.254"],
    ["/file", "http and https"],
    ["/down", "plain http"],
    ["/port", "port 22"],
    ["/nowhere", "does not say where"],
  ])("%s ends in an error that says why", async (path, why) => {
    const fixture = await web(
      serve({
        "/loop": to("/loop"),
        "/meta": to("http://169.254.169.254/"),
        "/file": to("file:///etc/passwd"),
        "/down": to("http://pub.example/"),
        "/port": to("https://pub.example:22/"),
        "/nowhere": [{ status: "302" }, ""],
      }),
    );
    const outcome = await call(makeContext({ net: fixture.net() }), { url: `https://pub.example${path}` });
    expect(outcome).toMatchObject({ isError: true, error: { message: expect.stringContaining(why) } });
    expect(new Set(fixture.dialled)).toEqual(new Set([`${PUBLIC}:443`]));
  });

  it("are followed without waiting for the body they came with", async () => {
    const fixture = await web((request, response) => {
      if (request.url === "/new") response.setHeader("content-type", "text/plain").end("there");
      else response.writeHead(302, { location: "/new", "content-length": 99 }).flushHeaders();
    });
    const ctx = makeContext({ net: fixture.net({ limits: { gapMs: 3_600_000 } }) });
    expect(await textOf(ctx, "https://pub.example/")).toContain("there");
  });

  it("in UTF-8 are understood", async () => {
    const latin = Buffer.from("/größe", "utf8").toString("latin1");
    const ctx = await contextOf({ "/": to(latin), "/gr%C3%B6%C3%9Fe": PAGE });
    expect(await textOf(ctx, "https://pub.example/")).toContain("From: https://pub.example/gr%C3%B6%C3%9Fe");
  });

  it("http becomes https where it is spoken, and stays http where it is not", async () => {
    const secure = await web(serve({ "/": PAGE }));
    expect(await textOf(makeContext({ net: secure.net() }), "http://pub.example/")).toContain(
      "From: https://pub.example/",
    );
    const plain = await web(serve({ "/": PAGE }), { https: "closed" });
    expect(await textOf(makeContext({ net: plain.net() }), "http://pub.example/")).not.toContain("From:");
    expect(plain.dialled).toEqual([`${PUBLIC}:443`, `${PUBLIC}:80`]);
  });

  it("a site whose https only points back to http is read by http", async () => {
    const fixture = await web((request, response) => {
      if ("encrypted" in request.socket) response.writeHead(301, { location: "http://pub.example/" }).end();
      else response.setHeader("content-type", "text/plain").end("plain page");
    });
    expect(await textOf(makeContext({ net: fixture.net() }), "http://pub.example/")).toBe("plain page");
  });

  it("a page's own refresh is not followed", async () => {
    const fixture = await web(
      serve({
        "/": `<html><head><meta http-equiv="refresh" content="0;url=http://169.254.169.254/"></head><body><p>Stay here.</p></body></html>`,
      }),
    );
    expect(await textOf(makeContext({ net: fixture.net() }), "https://pub.example/")).toContain("Stay here.");
    expect(fixture.dialled).toHaveLength(1);
  });
});

const counted = (headers: Record<string, string> = {}): { answer: RequestListener; count: () => number } => {
  let requests = 0;
  return {
    count: () => requests,
    answer: (_, response) => {
      requests += 1;
      response.writeHead(200, { "content-type": "text/plain", ...headers }).end(`answer ${requests}`);
    },
  };
};

describe("remembering", () => {
  it("R224: a page is remembered for 15 minutes, in every format, and its age is told", async () => {
    const { answer } = counted();
    const clock = manualClock();
    const ctx = makeContext({ net: (await web(answer)).net(), clock });
    expect(await textOf(ctx, "https://pub.example/")).toBe("answer 1");
    clock.advance(15 * 60_000 - 1);
    expect(await textOf(ctx, "https://pub.example/#part")).toBe("Fetched 14 min ago.\n\nanswer 1");
    expect(await textOf(ctx, "https://pub.example/", { format: "raw" })).toBe("answer 1");
    clock.advance(1);
    expect(await textOf(ctx, "https://pub.example/")).toBe("answer 2");
  });

  it("calls at the same time share one request, and sessions share nothing", async () => {
    const { answer, count } = counted();
    const net = (await web(answer)).net();
    const ctx = makeContext({ net });
    const texts = await Promise.all([1, 2, 3].map(() => textOf({ ...ctx }, "https://pub.example/")));
    expect(texts).toEqual(["answer 1", "answer 1", "answer 1"]);
    await textOf(makeContext({ net }), "https://pub.example/");
    expect(count()).toBe(2);
  });

  it("errors, pages that say so and pages of opened hosts are not remembered", async () => {
    const stored = counted({ "cache-control": "private, no-store" });
    const ctx = makeContext({ net: (await web(stored.answer)).net() });
    expect([await textOf(ctx, "https://pub.example/"), await textOf(ctx, "https://pub.example/")]).toEqual([
      "answer 1",
      "answer 2",
    ]);

    const mine = counted();
    const { ports } = await web(mine.answer);
    const local = makeContext({ net: createLocalNet({ allowPrivate: ["127.0.0.1"] }) });
    const url = `http://127.0.0.1:${ports.http}/`;
    expect([await textOf(local, url), await textOf(local, url)]).toEqual(["answer 1", "answer 2"]);

    let fails = true;
    const flaky = await web((_, response) => {
      response.writeHead(fails ? 500 : 200, { "content-type": "text/plain" }).end("x");
      fails = false;
    });
    const third = makeContext({ net: flaky.net() });
    expect((await call(third, { url: "https://pub.example/" })).isError).toBe(true);
    expect(await textOf(third, "https://pub.example/")).toBe("x");
  });
});

/** The smallest PDF that says something. */
function onePagePdf(text: string): string {
  const stream = `BT /F1 12 Tf 20 50 Td (${text}) Tj ET`;
  return [
    "%PDF-1.4",
    "1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj",
    "2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj",
    "3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>endobj",
    `4 0 obj<</Length ${stream.length}>>stream\n${stream}\nendstream endobj`,
    "5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj",
    "trailer<</Root 1 0 R>>",
    "%%EOF",
  ].join("\n");
}

import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import {
  closedPort,
  type FixtureOptions,
  type FixtureWeb,
  openWeb,
  PUBLIC,
} from "../../../test/web/open-web.ts";
import { selfSigned } from "../../../test/web/self-signed.ts";
import type { NetRequest, NetResponse } from "../../kernel/index.ts";
import { createLocalNet, type LocalNetOptions } from "./local-net.ts";

const open: { close(): Promise<unknown> }[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.close()));
});

async function web(options: FixtureOptions): Promise<FixtureWeb> {
  const opened = await openWeb(options);
  open.push(opened);
  return opened;
}

async function textOf({ body }: NetResponse): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of body) pieces.push(piece);
  return Buffer.concat(pieces).toString("utf8");
}

/** A server that speaks whatever it likes, opened by configuration. */
async function rawServer(
  speak: (socket: Socket) => void,
): Promise<{ url: string; options: LocalNetOptions }> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket.on("error", () => undefined));
    speak(socket);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  open.push({
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((done) => server.close(done));
    },
  });
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return { url: `http://127.0.0.1:${port}/`, options: { allowPrivate: [`127.0.0.1:${port}`] } };
}

function onRequest(answer: (socket: Socket) => void): (socket: Socket) => void {
  return (socket) => void socket.once("data", () => answer(socket));
}

describe("reaching a server", () => {
  it("connects to the address that was checked, and names the host to the server", async () => {
    const { net, dialled, lookups } = await web({
      answer: (request, response) => response.end(request.headers.host),
    });
    expect(await textOf(await net().request({ url: "https://Example.com./a?b=c" }))).toBe("example.com");
    expect(dialled).toEqual([`${PUBLIC}:443`]);
    expect(lookups).toEqual(["example.com"]);
  });

  it("tries the next address when one does not answer", async () => {
    const { net, dialled, ports } = await web({
      answer: (_, response) => response.end("here"),
      resolve: { "pub.example": [["93.184.216.35", PUBLIC]] },
    });
    const { connect } = await import("node:net");
    const nobody = await closedPort();
    const dial: LocalNetOptions["connect"] = ({ address }) =>
      connect({ host: "127.0.0.1", port: address === PUBLIC ? ports.http : nobody });
    expect(await textOf(await net({ connect: dial }).request({ url: "http://pub.example/" }))).toBe("here");
    expect(dialled).toEqual([]);
  });

  it("tries both kinds of address, however many there are of the first", async () => {
    const { net, ports } = await web({
      answer: (_, response) => response.end("here"),
      resolve: { "pub.example": [[...Array.from({ length: 8 }, (_, at) => `2606:4700::${at + 1}`), PUBLIC]] },
    });
    const { connect } = await import("node:net");
    const nobody = await closedPort();
    const tried: string[] = [];
    const dial: LocalNetOptions["connect"] = ({ address }) => {
      tried.push(address);
      return connect({ host: "127.0.0.1", port: address === PUBLIC ? ports.http : nobody });
    };
    expect(await textOf(await net({ connect: dial }).request({ url: "http://pub.example/" }))).toBe("here");
    expect(tried).toEqual(["2606:4700::1", PUBLIC]);
  });

  it.each([
    ["one private address among public ones", [[PUBLIC, "10.0.0.7"]]],
    ["a private address inside an IPv6 one", [["64:ff9b::a00:7"]]],
    ["no answer at all", [[]]],
    ["an answer that is no address", [["fe80::1%eth0"]]],
  ])("refuses a name with %s, and dials nothing", async (_, answers) => {
    const { net, dialled } = await web({ answer: () => undefined, resolve: { "pub.example": answers } });
    await expect(net().request({ url: "https://pub.example/" })).rejects.toMatchObject({
      code: "denied_policy",
    });
    expect(dialled).toEqual([]);
  });

  it("looks a name up again for every request, so an answer that changes is caught", async () => {
    const { net, dialled } = await web({
      answer: (_, response) => response.end("ok"),
      resolve: { "pub.example": [[PUBLIC], ["127.0.0.1"]] },
    });
    const both = net();
    expect(await textOf(await both.request({ url: "https://pub.example/" }))).toBe("ok");
    await expect(both.request({ url: "https://pub.example/" })).rejects.toMatchObject({
      code: "denied_policy",
    });
    expect(dialled).toEqual([`${PUBLIC}:443`]);
  });

  it("judges literal addresses without looking them up", async () => {
    const { net, dialled, lookups } = await web({ answer: (_, response) => response.end("ok") });
    for (const url of ["http://127.0.0.1/", "http://[::1]/", "http://0x7f.1/", "http://[::ffff:7f00:1]/"]) {
      await expect(net().request({ url })).rejects.toMatchObject({ code: "denied_policy" });
    }
    expect(await textOf(await net().request({ url: `http://${PUBLIC}/` }))).toBe("ok");
    expect({ dialled, lookups }).toEqual({ dialled: [`${PUBLIC}:80`], lookups: [] });
  });

  it("opens a private host only as the user named it", async () => {
    const { ports } = await web({ answer: (_, response) => response.end("mine") });
    const url = `http://127.0.0.1:${ports.http}/`;
    const opened = createLocalNet({ allowPrivate: [`127.0.0.1:${ports.http}`] });
    expect(await textOf(await opened.request({ url }))).toBe("mine");
    const other = createLocalNet({ allowPrivate: [`127.0.0.1:${ports.https}`, "127.0.0.2"] });
    await expect(other.request({ url })).rejects.toMatchObject({ code: "denied_policy" });
  });

  it("an opened name leads to private addresses, but never to a cloud's credentials", async () => {
    const { net } = await web({
      answer: (_, response) => response.end("intranet"),
      resolve: { wiki: [["10.0.0.7"]], trap: [["169.254.169.254"]], mapped: [["::ffff:169.254.169.254"]] },
    });
    const opened = net({ allowPrivate: ["wiki", "trap", "mapped"] });
    expect(await textOf(await opened.request({ url: "http://wiki/" }))).toBe("intranet");
    for (const url of ["http://trap/", "http://mapped/"]) {
      await expect(opened.request({ url })).rejects.toMatchObject({ code: "denied_policy" });
    }
  });

  it("does not use a proxy that the environment names", async () => {
    const before = process.env["http_proxy"];
    process.env["http_proxy"] = `http://127.0.0.1:${await closedPort()}`;
    try {
      const { net } = await web({ answer: (_, response) => response.end("direct") });
      expect(await textOf(await net().request({ url: "http://pub.example/" }))).toBe("direct");
    } finally {
      if (before === undefined) delete process.env["http_proxy"];
      else process.env["http_proxy"] = before;
    }
  });

  it("does not trust a certificate for another name, or one nobody vouches for", async () => {
    const { net } = await web({ answer: () => undefined, names: ["other.example"] });
    await expect(net().request({ url: "https://pub.example/" })).rejects.toMatchObject({
      code: "unavailable",
      message: expect.stringContaining("certificate"),
    });
    const unknown = await web({ answer: () => undefined });
    const { cert: ca } = selfSigned(["pub.example"]);
    await expect(unknown.net({ ca }).request({ url: "https://pub.example/" })).rejects.toMatchObject({
      message: expect.stringContaining("certificate"),
    });
  });

  it("returns redirects instead of following them", async () => {
    const { net, dialled } = await web({
      answer: (_, response) => response.writeHead(302, { location: "http://169.254.169.254/" }).end(),
    });
    const answer = await net().request({ url: "https://pub.example/" });
    expect(answer).toMatchObject({ status: 302, headers: { location: "http://169.254.169.254/" } });
    expect(await textOf(answer)).toBe("");
    expect(dialled).toHaveLength(1);
  });

  it("sends a method, headers and a body, but no header that says where it goes", async () => {
    const { net } = await web({
      answer: (request, response) =>
        void request.pipe(
          response.setHeader("x-told", `${request.method} ${String(request.headers["x-mine"])}`),
        ),
    });
    const asked: NetRequest = {
      url: "https://pub.example/",
      method: "POST",
      headers: { "X-Mine": "1" },
      body: Buffer.from("told"),
    };
    const answer = await net().request(asked);
    expect(answer.headers["x-told"]).toBe("POST 1");
    expect(await textOf(answer)).toBe("told");
    for (const name of ["Host", "transfer-encoding", "Proxy-Authorization"]) {
      await expect(net().request({ ...asked, headers: { [name]: "x" } })).rejects.toMatchObject({
        code: "denied_policy",
      });
    }
    await expect(net().request({ ...asked, headers: { a: "b\r\nhost: c" } })).rejects.toMatchObject({
      code: "invalid_input",
    });
  });
});

const onePage: FixtureOptions["answer"] = (_, response) => response.end("page");

describe("https first", () => {
  it("asks by https where plain http is given", async () => {
    const { net, dialled } = await web({ answer: onePage });
    const got = await net().request({ url: "http://pub.example/a", preferHttps: true });
    expect(got.url).toBe("https://pub.example/a");
    expect(dialled).toEqual([`${PUBLIC}:443`]);
    await textOf(got);
  });

  it.each(["closed", "plain", "without a certificate"] as const)(
    "falls back when the https port is %s, with one look-up",
    async (https) => {
      const { net, dialled, lookups } = await web({
        answer: onePage,
        https,
        resolve: { "pub.example": [[PUBLIC], ["127.0.0.1"]] },
      });
      const got = await net().request({ url: "http://pub.example/a", preferHttps: true });
      expect(got.url).toBe("http://pub.example/a");
      expect(await textOf(got)).toBe("page");
      expect({ dialled, lookups }).toEqual({
        dialled: [`${PUBLIC}:443`, `${PUBLIC}:80`],
        lookups: ["pub.example"],
      });
    },
  );

  it("falls back over many addresses without a word to the terminal", async () => {
    const addresses = [35, 36, 37, 34].map((last) => `93.184.216.${last}`);
    const { net, ports } = await web({ answer: onePage, resolve: { "pub.example": [addresses] } });
    const { connect } = await import("node:net");
    const nobody = await closedPort();
    const dial: LocalNetOptions["connect"] = ({ address, port }) =>
      connect({ host: "127.0.0.1", port: address === PUBLIC && port === 80 ? ports.http : nobody });
    const warnings: Error[] = [];
    const note = (warning: Error): void => void warnings.push(warning);
    process.on("warning", note);
    const got = await net({ connect: dial }).request({ url: "http://pub.example/", preferHttps: true });
    expect(await textOf(got)).toBe("page");
    process.off("warning", note);
    expect(warnings).toEqual([]);
  });

  it("does not fall back when the certificate is bad", async () => {
    const { net, dialled } = await web({ answer: onePage, names: ["other.example"] });
    await expect(net().request({ url: "http://pub.example/", preferHttps: true })).rejects.toMatchObject({
      message: expect.stringContaining("certificate"),
    });
    expect(dialled).toEqual([`${PUBLIC}:443`]);
  });

  it("is not tried for opened hosts, chosen ports and bare addresses", async () => {
    const { net, dialled, ports } = await web({ answer: onePage });
    const opened = createLocalNet({ allowPrivate: ["127.0.0.1"] });
    expect((await opened.request({ url: `http://127.0.0.1:${ports.http}/`, preferHttps: true })).url).toMatch(
      /^http:/,
    );
    for (const url of ["http://pub.example:8080/", `http://${PUBLIC}/`]) {
      await textOf(await net().request({ url, preferHttps: true }));
    }
    expect(dialled).toEqual([`${PUBLIC}:8080`, `${PUBLIC}:80`]);
  });
});

describe("the body", () => {
  const text = "Grüße, ".repeat(5000);
  it.each([
    ["gzip", gzipSync(text)],
    ["x-gzip", gzipSync(text)],
    ["deflate", deflateSync(text)],
    ["deflate", deflateRawSync(text)],
    ["br", brotliCompressSync(text)],
    ["gzip, br", brotliCompressSync(gzipSync(text))],
    ["identity", Buffer.from(text)],
    ["none", Buffer.from(text)],
    ["UTF-8", Buffer.from(text)],
  ])("is unpacked from %s", async (encoding, bytes) => {
    const { net } = await web({
      answer: (_, response) => response.writeHead(200, { "content-encoding": encoding }).end(bytes),
    });
    expect(await textOf(await net().request({ url: "https://pub.example/" }))).toBe(text);
  });

  it.each(["gzip, gzip, gzip", "gzip,gzip,gzip,gzip,gzip,gzip", "zip", "toString"])(
    "packed as %s is an error",
    async (encoding) => {
      const { net } = await web({
        answer: (_, response) => response.writeHead(200, { "content-encoding": encoding }).end("x"),
      });
      const answer = await net().request({ url: "https://pub.example/" });
      await expect(textOf(answer)).rejects.toMatchObject({ code: "tool_error" });
    },
  );

  it.each(["gzip", "deflate", "br", "gzip, br"])("of nothing packed as %s is nothing", async (encoding) => {
    const { net } = await web({
      answer: (_, response) => response.writeHead(200, { "content-encoding": encoding }).end(),
    });
    expect(await textOf(await net().request({ url: "https://pub.example/" }))).toBe("");
  });

  it("counts its limit after unpacking, and gives exactly that much before it ends", async () => {
    const { net } = await web({
      answer: (_, response) =>
        response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(Buffer.alloc(1_000_000))),
    });
    const { body } = await net().request({ url: "https://pub.example/", maxBytes: 5000 });
    let length = 0;
    await expect(
      (async () => {
        for await (const piece of body) length += piece.length;
      })(),
    ).rejects.toMatchObject({ code: "tool_error", message: expect.stringContaining("5000") });
    expect(length).toBe(5000);
  });

  it("of exactly the limit is whole", async () => {
    const { net } = await web({ answer: (_, response) => response.end("x".repeat(5000)) });
    expect(await textOf(await net().request({ url: "https://pub.example/", maxBytes: 5000 }))).toHaveLength(
      5000,
    );
  });

  it("that is not packed as it says is an error", async () => {
    const { net } = await web({
      answer: (_, response) => response.writeHead(200, { "content-encoding": "gzip" }).end("not packed"),
    });
    const answer = await net().request({ url: "https://pub.example/" });
    await expect(textOf(answer)).rejects.toMatchObject({
      code: "tool_error",
      message: expect.stringContaining("unpacked"),
    });
  });

  it.each([
    ["gzip", gzipSync(text)],
    ["deflate", deflateSync(text)],
    ["deflate", deflateRawSync(text)],
    ["gzip, br", brotliCompressSync(gzipSync(text).subarray(0, -9))],
  ])("packed as %s and cut short gives all it had, and then says so", async (encoding, bytes) => {
    const { net } = await web({
      answer: (_, response) => {
        const sent = encoding === "gzip, br" ? bytes : bytes.subarray(0, -9);
        response.writeHead(200, { "content-encoding": encoding }).end(sent);
      },
    });
    const { body } = await net().request({ url: "https://pub.example/" });
    const pieces: Uint8Array[] = [];
    const reading = (async () => {
      for await (const piece of body) pieces.push(piece);
    })();
    await expect(reading).rejects.toMatchObject({ message: expect.stringContaining("damaged") });
    expect(Buffer.concat(pieces).toString("utf8")).toMatch(/^(?:Grüße, ){4000}/);
  });

  it("that is left early, or cannot be unpacked, ends its connection", async () => {
    for (const head of ["", "content-encoding: zip\r\n"]) {
      let left: Promise<unknown> | undefined;
      const { url, options } = await rawServer((socket) => {
        left = once(socket, "close");
        onRequest(() => socket.write(`HTTP/1.1 200 OK\r\n${head}\r\nendless`))(socket);
      });
      const { body } = await createLocalNet(options).request({ url });
      await body[Symbol.asyncIterator]()
        .next()
        .catch(() => undefined);
      await body[Symbol.asyncIterator]().return?.();
      await expect(left).resolves.toBeDefined();
    }
  });
});

describe("servers that stall or lie", () => {
  const limits = { connectMs: 300, headersMs: 300, gapMs: 300, totalMs: 5000 };

  it("one that is looked up for ever", async () => {
    const net = createLocalNet({ limits, resolve: () => new Promise(() => undefined) });
    await expect(net.request({ url: "https://pub.example/" })).rejects.toMatchObject({ code: "timeout" });
  });

  it("one that never finishes the encryption", async () => {
    const { url, options } = await rawServer(() => undefined);
    const net = createLocalNet({ ...options, limits });
    await expect(net.request({ url: url.replace("http:", "https:") })).rejects.toMatchObject({
      code: "timeout",
    });
  });

  it.each([
    ["never answers", () => undefined],
    ["drips its headers", (socket: Socket) => drip(socket, "HTTP/1.1 200 OK\r\nx-a: ")],
    ["only ever says to go on", (socket: Socket) => drip(socket, "HTTP/1.1 100 Continue\r\n\r\n")],
  ])("one that %s", async (_, speak) => {
    const { url, options } = await rawServer(onRequest(speak));
    await expect(createLocalNet({ ...options, limits }).request({ url })).rejects.toMatchObject({
      code: "timeout",
    });
  });

  it("one that stops in the middle of the body", async () => {
    const { url, options } = await rawServer(
      onRequest((socket) => socket.write("HTTP/1.1 200 OK\r\n\r\nhalf")),
    );
    const answer = await createLocalNet({ ...options, limits }).request({ url });
    await expect(textOf(answer)).rejects.toMatchObject({ code: "timeout" });
  });

  it("one that drips its body for ever", async () => {
    const { url, options } = await rawServer(onRequest((socket) => drip(socket, "HTTP/1.1 200 OK\r\n\r\n")));
    const answer = await createLocalNet({ ...options, limits: { ...limits, totalMs: 500 } }).request({ url });
    await expect(textOf(answer)).rejects.toMatchObject({ code: "timeout" });
  });

  it.each([
    ["promises more than it sends", "HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\nshort"],
    ["ends inside a chunk", "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nff\r\nshort"],
  ])("one that %s", async (_, bytes) => {
    const { url, options } = await rawServer(onRequest((socket) => socket.end(bytes)));
    await expect(
      createLocalNet({ ...options, limits })
        .request({ url })
        .then(textOf),
    ).rejects.toMatchObject({
      code: "tool_error",
      message: expect.stringContaining("broke off"),
    });
  });

  it("one that sends more than it promised", async () => {
    const { url, options } = await rawServer(
      onRequest((socket) => socket.end("HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nshort and more")),
    );
    expect(await textOf(await createLocalNet({ ...options, limits }).request({ url }))).toBe("short");
  });

  it.each([
    ["speaks no HTTP", "hello there\r\n\r\n"],
    ["hangs up", ""],
    ["switches protocols", "HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n"],
    [
      "sends endless headers",
      `HTTP/1.1 200 OK\r\n${"x-filler: 12345678901234567890\r\n".repeat(40_000)}\r\n`,
    ],
  ])("one that %s", async (_, bytes) => {
    const { url, options } = await rawServer(onRequest((socket) => socket.end(bytes)));
    await expect(createLocalNet({ ...options, limits }).request({ url })).rejects.toMatchObject({
      code: "tool_error",
      hint: expect.any(String),
    });
  });

  it("nobody there is said as such", async () => {
    const port = await closedPort();
    const net = createLocalNet({ allowPrivate: ["127.0.0.1"] });
    await expect(net.request({ url: `http://127.0.0.1:${port}/` })).rejects.toMatchObject({
      code: "unavailable",
      message: expect.stringContaining("refused the connection"),
    });
  });
});

describe("cancelling", () => {
  const reason = new Error("taken back");

  it("before, while waiting for headers, and while reading the body", async () => {
    await expect(
      createLocalNet().request({ url: "https://pub.example/", cancel: AbortSignal.abort(reason) }),
    ).rejects.toBe(reason);
    for (const bytes of [undefined, "HTTP/1.1 200 OK\r\n\r\nhalf"]) {
      const taken = new AbortController();
      const { url, options } = await rawServer(
        onRequest((socket) => {
          if (bytes !== undefined) socket.write(bytes);
          setTimeout(() => taken.abort(reason), 20);
        }),
      );
      const reading = createLocalNet(options).request({ url, cancel: taken.signal }).then(textOf);
      await expect(reading).rejects.toBe(reason);
    }
  });

  it("by a plain abort stays a plain abort", async () => {
    const taken = new AbortController();
    const { url, options } = await rawServer(
      onRequest((socket) => {
        socket.write("HTTP/1.1 200 OK\r\n\r\nhalf");
        setTimeout(() => taken.abort(), 20);
      }),
    );
    const reading = createLocalNet(options).request({ url, cancel: taken.signal }).then(textOf);
    await expect(reading).rejects.toMatchObject({ name: "AbortError" });
  });
});

function drip(socket: Socket, first: string): void {
  socket.write(first);
  const timer = setInterval(() => socket.write(first.includes("100") ? first : "a"), 20);
  socket.on("close", () => clearInterval(timer));
}

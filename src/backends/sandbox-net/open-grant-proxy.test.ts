import { existsSync, statSync } from "node:fs";
import { dirname } from "node:path";
import type { Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { assert, asyncProperty, constantFrom, uint8Array } from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import {
  everythingFrom,
  type FixtureProxy,
  type FixtureProxyOptions,
  openFixtureProxy,
} from "../../../test/web/open-fixture-proxy.ts";
import { PUBLIC } from "../../../test/web/open-web.ts";

const open: FixtureProxy[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.close()));
});

async function fixture(options: FixtureProxyOptions = {}): Promise<FixtureProxy> {
  const opened = await openFixtureProxy(options);
  open.push(opened);
  return opened;
}

function get(url: string, host = new URL(url).host, more = ""): string {
  return `GET ${url} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n${more}\r\n`;
}

async function overTls(socket: Socket, ca: string, servername: string, host = servername): Promise<string> {
  const secure = connectTls({ socket, servername, ca });
  secure.on("error", () => undefined);
  secure.write(`GET /x HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
  const answer = await everythingFrom(secure);
  socket.destroy();
  return answer;
}

describe("a granted host", () => {
  it("is reached through a tunnel whose TLS stays closed, at the address that was checked", async () => {
    const { tunnel, ca, dialled, lookups, record } = await fixture();
    expect(await overTls(await tunnel("granted.example:443"), ca, "granted.example")).toContain(
      "granted.example/x",
    );
    expect({ dialled, lookups }).toEqual({ dialled: [`${PUBLIC}:443`], lookups: ["granted.example"] });
    const { sent, received, ...rest } = await record(0);
    expect(rest).toEqual({ kind: "tunnel", to: { host: "granted.example", port: 443 }, outcome: "reached" });
    expect(Math.min(sent, received)).toBeGreaterThan(100);
  });

  it("is reached by plain requests, without what was between the client and the proxy", async () => {
    const { send, record } = await fixture({
      answer: ({ rawHeaders, url }, response) => {
        response.setHeader("keep-alive", "timeout=99").setHeader("set-cookie", ["a=1", "b=2"]);
        response.end(JSON.stringify([url, ...rawHeaders]));
      },
    });
    const hops =
      "Proxy-Authorization: x\r\nTE: trailers\r\nUpgrade: h2c\r\nConnection: x-hop\r\nX-Hop: 1\r\nX-Own: 2\r\n";
    const answer = await send(get("http://granted.example/a%2fb/../c?d#e", "GRANTED.example.:80", hops));
    expect(answer).toContain('["/c?d","Host","granted.example","X-Own","2","Connection","close"]');
    expect(answer).toMatch(/set-cookie: a=1\r\nset-cookie: b=2/);
    expect(answer).not.toContain("timeout=99");
    expect(await record(0)).toMatchObject({ kind: "request", outcome: "reached" });
  });

  it.each([
    ["a length", "POST", "Content-Length: 5\r\n\r\nhello"],
    ["pieces", "POST", "Transfer-Encoding: chunked\r\n\r\n3\r\nhel\r\n2\r\nlo\r\n0\r\n\r\n"],
    [
      "pieces where a method seldom has a body",
      "GET",
      "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
    ],
  ])("is sent a body with %s, framed anew", async (_, method, body) => {
    const { send } = await fixture({
      answer: (request, response) => void request.pipe(response),
    });
    const answer = await send(
      `${method} http://granted.example/ HTTP/1.1\r\nHost: granted.example\r\nConnection: close\r\n${body}`,
    );
    expect(answer.startsWith("HTTP/1.1 200")).toBe(true);
    expect(answer).toMatch(/hel[^]*lo/);
  });

  it("is sent no body where there is none", async () => {
    const { send } = await fixture({
      answer: ({ headers, method }, response) =>
        response.end(`${method} ${headers["content-length"]} ${headers["transfer-encoding"]}`),
    });
    for (const [method, length] of [
      ["POST", "0"],
      ["GET", "undefined"],
      ["DELETE", "undefined"],
    ]) {
      const answer = await send(
        `${method} http://granted.example/ HTTP/1.1\r\nHost: granted.example\r\nConnection: close\r\n\r\n`,
      );
      expect(answer).toContain(`${method} ${length} undefined`);
    }
  });

  it("may answer early, with much, and then close", async () => {
    const much = "x".repeat(3_000_000);
    const { send } = await fixture({ answer: (_, response) => response.end(much) });
    const answer = await send(
      `POST http://granted.example/ HTTP/1.1\r\nHost: granted.example\r\nConnection: close\r\nContent-Length: 100000\r\n\r\n${"y".repeat(100_000)}`,
    );
    expect(answer.length).toBeGreaterThan(much.length);
  });

  it("is reached in a tunnel to the plain port, where every request is still read", async () => {
    const { tunnel, dialled } = await fixture();
    const socket = await tunnel("granted.example:80");
    socket.write("GET /one HTTP/1.1\r\nHost: granted.example\r\n\r\n");
    socket.write("GET /two HTTP/1.1\r\nHost: other.example\r\n\r\n");
    const answer = await everythingFrom(socket);
    expect(answer).toContain("granted.example/one");
    expect(answer).toContain("HTTP/1.1 400");
    expect(dialled).toEqual([`${PUBLIC}:80`]);
  });

  it("may speak first on a port of its own, and hears the end of what it is sent", async () => {
    const { tunnel, record } = await fixture({
      hosts: ["granted.example:22"],
      raw: (socket) => {
        socket.write("welcome\n");
        socket.on("data", () => undefined).once("end", () => socket.end("and goodbye"));
      },
    });
    const socket = await tunnel("granted.example:22");
    socket.end("hello");
    expect(await everythingFrom(socket)).toBe("welcome\nand goodbye");
    expect(await record(0)).toMatchObject({ outcome: "reached", sent: 5, received: 19 });
  });

  it("is reached below a wildcard only where a person wrote one", async () => {
    const { tunnel, send } = await fixture({ hosts: ["*.granted.example"] });
    (await tunnel("deep.sub.granted.example:443")).destroy();
    for (const name of ["granted.example", "evilgranted.example", "granted.example.evil.example"]) {
      expect(await send(`CONNECT ${name}:443 HTTP/1.1\r\n\r\n`)).toMatch(/^HTTP\/1.1 403/);
    }
  });

  it("may be a private one when the grant itself names it, or the user's configuration does", async () => {
    const names = { "db.corp.example": [["10.0.0.7"]], localhost: [["127.0.0.1"]] };
    const { tunnel, dialled } = await fixture({
      hosts: ["db.corp.example:5432", "localhost:3000", "10.1.2.3:9000", "[fd00::7]:9000"],
      allowPrivate: ["db.corp.example"],
      names,
    });
    for (const to of ["db.corp.example:5432", "LOCALHOST.:3000", "0xA.1.2.3:9000", "[FD00:0::7]:9000"]) {
      (await tunnel(to)).destroy();
    }
    expect(dialled).toEqual(["10.0.0.7:5432", "127.0.0.1:3000", "10.1.2.3:9000", "fd00::7:9000"]);
  });
});

describe("what is not granted", () => {
  it.each([
    "other.example:443",
    "granted.example:22",
    "granted.example:8443",
    "www.granted.example:443",
    "127.0.0.1:443",
    "2130706433:443",
    "0x7f.1:443",
    "[::1]:443",
    "[::ffff:127.0.0.1]:443",
    "169.254.169.254:80",
    "metadata.google.internal:80",
    "localhost:443",
    `${PUBLIC}:443`,
    "granted.example.evil.example:443",
    "xn--grantd-4of.example:443",
  ])("is refused as %s without looking it up or dialling", async (authority) => {
    const { send, dialled, lookups, record } = await fixture();
    const answer = await send(Buffer.from(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n\r\n`));
    expect(answer).toMatch(/^HTTP\/1.1 403/);
    expect(answer).toContain("sandbox.hosts");
    expect(await record(0)).toMatchObject({
      outcome: "refused",
      hint: expect.stringContaining("sandbox.hosts"),
    });
    expect([...dialled, ...lookups]).toEqual([]);
  });

  it.each([
    "granted.example",
    "granted.example:",
    "granted.example:0x1bb",
    "granted.example:443:443",
    "granted.example:99999",
    "granted.example:443@other.example:443",
    "other.example@granted.example:443",
    "granted.example:443/x",
    "granted.example#:443",
    "http://granted.example:443",
    ":443",
    "[::1:443",
    "granted..example:443",
    "/",
    "*",
    "grantеd.example:443",
  ])("or cannot be read, is refused as %s", async (authority) => {
    const { send, dialled, lookups } = await fixture();
    expect(await send(`CONNECT ${authority} HTTP/1.1\r\nHost: granted.example\r\n\r\n`)).toMatch(
      /^HTTP\/1.1 40[03]/,
    );
    expect([...dialled, ...lookups]).toEqual([]);
  });

  it.each([
    ["another host", get("http://other.example/")],
    ["another port", get("http://granted.example:8080/")],
    ["a path only", get("http://granted.example/").replace("http://granted.example/", "/")],
    ["an encrypted scheme", get("https://granted.example/")],
    ["another scheme", get("ftp://granted.example/")],
    ["credentials in front of the host", get("http://a:b@granted.example/")],
    ["a host that is credentials", get("http://granted.example@other.example/")],
    ["a backslash", get("http://granted.example\\@other.example/", "granted.example")],
    ["another Host header", get("http://granted.example/", "other.example")],
    ["another port in the Host header", get("http://granted.example/", "granted.example:81")],
    ["a path in the Host header", get("http://granted.example/", "granted.example/x")],
    ["an empty Host header", get("http://granted.example/", "")],
    ["two Host headers", get("http://granted.example/", "granted.example", "Host: other.example\r\n")],
    [
      "two lengths",
      get("http://granted.example/", "granted.example", "Content-Length: 0\r\nContent-Length: 5\r\n"),
    ],
    [
      "a length and pieces",
      get(
        "http://granted.example/",
        "granted.example",
        "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n",
      ),
    ],
    [
      "pieces of another kind",
      get("http://granted.example/", "granted.example", "Transfer-Encoding: gzip, chunked\r\n"),
    ],
    [
      "a coding that is hidden",
      get("http://granted.example/", "granted.example", "Transfer-Encoding: \x0bchunked\r\n"),
    ],
    [
      "a space before the colon",
      get("http://granted.example/", "granted.example", "Transfer-Encoding : chunked\r\n"),
    ],
    [
      "a folded header",
      get("http://granted.example/", "granted.example", "X: a\r\n Transfer-Encoding: chunked\r\n"),
    ],
    [
      "a bare line feed",
      get("http://granted.example/", "granted.example", "X: a\nTransfer-Encoding: chunked\r\n"),
    ],
    ["a signed length", get("http://granted.example/", "granted.example", "Content-Length: +5\r\n")],
  ])("is refused in a plain request with %s", async (_, request) => {
    const { send, dialled } = await fixture();
    expect(await send(request)).toMatch(/^HTTP\/1.1 [45]/);
    expect(dialled).toEqual([]);
  });

  it("stays refused on a connection that was good before, also when all is sent at once", async () => {
    const { client, dialled } = await fixture();
    const socket = client();
    const good = "GET http://granted.example/good HTTP/1.1\r\nHost: granted.example\r\n\r\n";
    socket.write(good + good + good.replaceAll("granted", "other") + good);
    const answer = await everythingFrom(socket);
    expect(answer.match(/HTTP\/1.1 (\d+)/g)).toEqual(["HTTP/1.1 200", "HTTP/1.1 200", "HTTP/1.1 403"]);
    expect(dialled).toEqual([`${PUBLIC}:80`, `${PUBLIC}:80`]);
  });

  it("is not reached by a tunnel on a connection that was used before, or inside another tunnel", async () => {
    const { send, tunnel, dialled } = await fixture();
    const connect = "CONNECT granted.example:443 HTTP/1.1\r\n\r\n";
    const both = await send(`GET http://other.example/ HTTP/1.1\r\nHost: other.example\r\n\r\n${connect}`);
    expect(both).toContain("used before");
    const plain = await tunnel("granted.example:80");
    plain.write(connect);
    expect(await everythingFrom(plain)).toMatch(/^HTTP\/1.1 400/);
    expect(dialled).toEqual([]);
  });

  it("a smuggled second request is a request of its own", async () => {
    const { send, dialled } = await fixture();
    const inner = "GET http://other.example/ HTTP/1.1\r\nHost: other.example\r\n\r\n";
    const answer = await send(
      `POST http://granted.example/ HTTP/1.1\r\nHost: granted.example\r\nContent-Length: 0\r\n\r\n${inner}`,
    );
    expect(answer.match(/HTTP\/1.1 (\d+)/g)).toEqual(["HTTP/1.1 200", "HTTP/1.1 403"]);
    expect(dialled).toHaveLength(1);
  });
});

describe("addresses behind a granted name", () => {
  it.each([
    ["loopback", ["127.0.0.1"]],
    ["where clouds answer with credentials", ["169.254.169.254"]],
    ["one bad one among good ones", [PUBLIC, "10.0.0.7"]],
    ["a private one inside an IPv6 one", ["64:ff9b::a00:7"]],
    ["none", []],
    ["nonsense", ["localhost"]],
  ])("are refused: %s", async (_, addresses) => {
    const { send, dialled, record } = await fixture({ names: { "granted.example": [addresses] } });
    expect(await send("CONNECT granted.example:443 HTTP/1.1\r\n\r\n")).toMatch(/^HTTP\/1.1 (?:403|502)/);
    expect(await send(get("http://granted.example/"))).toMatch(/^HTTP\/1.1 (?:403|502)/);
    expect(await record(1)).toMatchObject({ to: { host: "granted.example" }, sent: 0 });
    expect(dialled).toEqual([]);
  });

  it("are looked up anew for every request, so an answer that changes is caught", async () => {
    const { send, dialled } = await fixture({ names: { "granted.example": [[PUBLIC], ["127.0.0.1"]] } });
    const good = "GET http://granted.example/ HTTP/1.1\r\nHost: granted.example\r\n\r\n";
    expect((await send(good + good)).match(/HTTP\/1.1 (\d+)/g)).toEqual(["HTTP/1.1 200", "HTTP/1.1 403"]);
    expect(dialled).toEqual([`${PUBLIC}:80`]);
  });

  it("never lead to a cloud's credentials, not even for a private host that was granted", async () => {
    const { send, dialled } = await fixture({
      hosts: ["metadata.corp:80"],
      names: { "metadata.corp": [["169.254.169.254"]] },
    });
    expect(await send(get("http://metadata.corp/"))).toMatch(/^HTTP\/1.1 403/);
    expect(dialled).toEqual([]);
  });

  it("are not looked up by more than a few at once", async () => {
    let running = 0;
    let most = 0;
    const { send } = await fixture({
      hosts: ["*.granted.example"],
      resolve: async () => {
        running += 1;
        most = Math.max(most, running);
        await new Promise((later) => setTimeout(later, 5));
        running -= 1;
        return [PUBLIC];
      },
    });
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, at) => send(get(`http://n${at}.granted.example/`))),
    );
    expect(answers.every((answer) => answer.startsWith("HTTP/1.1 200"))).toBe(true);
    expect(most).toBe(2);
  });

  it("that do not answer give the client an answer all the same", async () => {
    const { connect } = await import("node:net");
    const { closedPort } = await import("../../../test/web/open-web.ts");
    const port = await closedPort();
    const { send, record } = await fixture({ connect: () => connect({ host: "127.0.0.1", port }) });
    expect(await send("CONNECT granted.example:443 HTTP/1.1\r\n\r\n")).toMatch(
      /^HTTP\/1.1 502[^]*refused the connection/,
    );
    expect(await record(0)).toMatchObject({ outcome: "failed", rule: "unreachable" });
  });
});

describe("the greeting of TLS", () => {
  it("that asks for another host is not passed on", async () => {
    const { tunnel, ca, record } = await fixture();
    expect(await overTls(await tunnel("granted.example:443"), ca, "other.example")).toBe("");
    expect(await record(0)).toMatchObject({
      outcome: "refused",
      rule: "server-name",
      reason: expect.stringContaining("asks for other.example"),
    });
  });

  it("is compared however it is spelled and however small its pieces are", async () => {
    const { client, ca } = await fixture();
    const socket = client();
    socket.write("CONNECT Granted.Example.:443 HTTP/1.1\r\n\r\n");
    await new Promise((answered) => socket.once("data", answered));
    const { Duplex } = await import("node:stream");
    const slow = new Duplex({
      read: () => undefined,
      write: (chunk: Buffer, _, done) => {
        for (const byte of chunk) socket.write(Buffer.from([byte]));
        done();
      },
    });
    socket.on("data", (piece) => slow.push(piece)).on("end", () => slow.push(null));
    const secure = connectTls({ socket: slow, servername: "granted.EXAMPLE", ca });
    secure.on("error", () => undefined);
    secure.write("GET /slow HTTP/1.1\r\nHost: granted.example\r\nConnection: close\r\n\r\n");
    const pieces: string[] = [];
    for await (const piece of secure) pieces.push(String(piece));
    expect(pieces.join("")).toContain("/slow");
  });

  it.each([
    ["plain text", "GET / HTTP/1.1\r\nHost: granted.example\r\n\r\n"],
    ["ssh", "SSH-2.0-x\r\n"],
    ["broken TLS", Buffer.from([22, 3, 1, 0, 4, 2, 0, 0, 0])],
    ["a greeting without end", Buffer.concat([Buffer.from([22, 3, 1, 255, 255]), Buffer.alloc(20_000)])],
  ])("is all that port 443 carries: %s is not passed on", async (_, bytes) => {
    const { tunnel, record } = await fixture();
    const socket = await tunnel("granted.example:443");
    socket.write(bytes);
    await everythingFrom(socket);
    expect(await record(0)).toMatchObject({ outcome: "refused", rule: "not-tls", sent: 0 });
  });

  it("on another port is compared too, and what is not TLS passes there", async () => {
    const { tunnel, ca, record } = await fixture({ hosts: ["granted.example:9000"] });
    await overTls(await tunnel("granted.example:9000"), ca, "other.example");
    expect(await record(0)).toMatchObject({ rule: "server-name" });
    const socket = await tunnel("granted.example:9000");
    socket.end("anything");
    expect(await everythingFrom(socket)).toBe("anything");
  });
});

describe("clients that misbehave", () => {
  it("get no further than the limit of headers", async () => {
    const { send, dialled } = await fixture();
    const many = Array.from({ length: 3000 }, () => "a:\r\n").join("");
    const flood = `X: ${"y".repeat(20_000)}\r\n`;
    expect(await send(get("http://granted.example/", "granted.example", flood))).toMatch(/^HTTP\/1.1 431/);
    // Few bytes but many: what comes last counts as well.
    expect(
      await send(get("http://granted.example/", "granted.example", `${many}Host: other.example\r\n`)),
    ).toMatch(/^HTTP\/1.1 400/);
    expect(dialled).toEqual([]);
  });

  it("lose their connection when they are slow with headers, or silent", async () => {
    const { client } = await fixture({ limits: { headersMs: 60, idleMs: 10_000 } });
    const [silent, slow] = [client(), client()];
    slow.write("GET http://granted.example/ HTTP/1.1\r\n");
    const drip = setInterval(() => slow.write("X: y\r\n"), 10);
    expect(await everythingFrom(slow)).toMatch(/^HTTP\/1.1 408/);
    clearInterval(drip);
    expect(await everythingFrom(silent)).toMatch(/^(?:HTTP\/1.1 408|$)/);
  });

  it("lose a tunnel in which nothing moves", async () => {
    const { tunnel, record } = await fixture({ hosts: ["granted.example:22"], limits: { idleMs: 50 } });
    expect(await everythingFrom(await tunnel("granted.example:22"))).toBe("");
    expect(await record(0)).toMatchObject({ outcome: "reached", sent: 0 });
  });

  it("do not keep others out: a thousand connections are too many, and then there is room again", async () => {
    const { client, send } = await fixture({ limits: { connections: 50 } });
    const crowd = Array.from({ length: 1000 }, client);
    const left = new Promise<void>((done) => {
      let gone = 0;
      for (const each of crowd) {
        each.resume().once("end", () => each.destroy());
        each.once("close", () => (gone += 1) === 950 && done());
      }
    });
    await left;
    for (const each of crowd) each.destroy();
    let answer = "";
    while (!answer.startsWith("HTTP/1.1 200")) answer = await send(get("http://granted.example/"));
    expect(answer).toContain("granted.example/");
  });

  it("that use one connection for many requests, one by one, leave nothing piled up on it", async () => {
    const warnings: string[] = [];
    const hear = ({ message }: Error): void => void warnings.push(message);
    process.on("warning", hear);
    const { client } = await fixture();
    const socket = client();
    for (let at = 0; at < 20; at += 1) {
      socket.write("GET http://granted.example/ HTTP/1.1\r\nHost: granted.example\r\n\r\n");
      await new Promise((answered) => socket.once("data", answered));
    }
    socket.destroy();
    process.off("warning", hear);
    expect(warnings).toEqual([]);
  });

  it("that send requests without end are not served without end", async () => {
    const { client, dialled } = await fixture({ answer: () => undefined });
    const socket = client();
    socket.write("GET http://granted.example/ HTTP/1.1\r\nHost: granted.example\r\n\r\n".repeat(500));
    await everythingFrom(socket);
    expect(dialled.length).toBeLessThan(2);
  });

  it("wait for a host no longer than the limit, or than the proxy is open", async () => {
    const slow = await fixture({ resolve: () => new Promise(() => undefined), limits: { connectMs: 30 } });
    expect(await slow.send("CONNECT granted.example:443 HTTP/1.1\r\n\r\n")).toMatch(/^HTTP\/1.1 502/);
    const waiting = await fixture({ resolve: () => new Promise(() => undefined) });
    waiting.client().write("CONNECT granted.example:443 HTTP/1.1\r\n\r\n");
    setTimeout(() => void waiting.proxy.close(), 20);
    expect(await waiting.record(0)).toMatchObject({ outcome: "failed", to: { host: "granted.example" } });
  });

  it("never bring it down, whatever they send", async () => {
    const { send, client } = await fixture({ limits: { headersMs: 1000, halfOpenMs: 20 } });
    const starts = [
      "",
      "CONNECT granted.example:443 HTTP/1.1\r\n\r\n",
      "CONNECT granted.example:80 HTTP/1.1\r\n\r\n",
      get("http://granted.example/"),
    ];
    await assert(
      asyncProperty(constantFrom(...starts), uint8Array({ maxLength: 300 }), async (start, bytes) => {
        const socket = client();
        socket.write(start);
        socket.end(bytes);
        await everythingFrom(socket);
        socket.destroy();
      }),
      { numRuns: 150 },
    );
    expect(await send(get("http://granted.example/after"))).toContain("/after");
  });
});

describe("the proxy itself", () => {
  it("listens on a socket that only its user can reach, and leaves nothing behind", async () => {
    const { proxy, tunnel } = await openFixtureProxy({ hosts: ["granted.example:22"] });
    const path = proxy.at.socketPath ?? "";
    expect(statSync(dirname(path)).mode & 0o777).toBe(0o700);
    const inside = await tunnel("granted.example:22");
    const ended = everythingFrom(inside);
    await Promise.all([proxy.close(), proxy.close()]);
    await ended;
    expect(existsSync(dirname(path))).toBe(false);
  });

  it("on loopback serves only who knows its secret", async () => {
    const { proxy, send, dialled } = await fixture({ listen: "loopback" });
    expect(await send("CONNECT granted.example:443 HTTP/1.1\r\n\r\n")).toMatch(/^HTTP\/1.1 407/);
    expect(await send(get("http://granted.example/"))).toMatch(
      /^HTTP\/1.1 407[^]*proxy-authenticate: Basic/i,
    );
    expect(dialled).toEqual([]);
    const { username, password } = new URL(proxy.url ?? "");
    const basic = Buffer.from(`${username}:${password}`).toString("base64");
    expect(
      await send(
        get("http://granted.example/", "granted.example", `Proxy-Authorization: Basic ${basic}\r\n`),
      ),
    ).toMatch(/^HTTP\/1.1 200/);
    expect(proxy.env["https_proxy"]).toBe(proxy.url);
  });

  it("survives a listener that throws", async () => {
    const { send } = await fixture({
      onRecord: () => {
        throw new Error("listener");
      },
    });
    expect(await send(get("http://other.example/"))).toMatch(/^HTTP\/1.1 403/);
    expect(await send(get("http://granted.example/"))).toMatch(/^HTTP\/1.1 200/);
  });

  it("tells a port that is not granted from a host that is not", async () => {
    const { send } = await fixture();
    expect(await send(get("http://granted.example:8080/"))).toContain('"granted.example:8080"');
    expect(await send(get("http://granted.example:8080/"))).toContain("granted on port 443 and 80 only");
  });
});

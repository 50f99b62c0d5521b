import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client, type JSONRPCMessage } from "@modelcontextprotocol/client";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { processesIn, untilRunning } from "../../../../../test/processes-in.ts";
import { createLocalPrograms } from "../../../../backends/index.ts";
import type { Programs } from "../../../../kernel/index.ts";
import { createStdioTransport, type StdioTransport } from "./stdio-transport.ts";

const isolated = createLocalPrograms();
const grouped = createLocalPrograms({ namespace: false });
const SERVERS = join(import.meta.dirname, "../../../../../test/mcp/servers");

/** For machines that have a lot to do. */
const PATIENT = { timeout: 25_000 };

let ws: string;
let open: StdioTransport[] = [];

beforeEach(async () => {
  ws = await realpath(await mkdtemp(join(tmpdir(), "deckhand-stdio-")));
});

afterEach(async () => {
  await Promise.all(open.map((transport) => transport.close()));
  open = [];
  await rm(ws, { recursive: true, force: true });
});

describe("messages", () => {
  it("go both ways, one a line, in order", async () => {
    const { transport, heard } = await connect("process.stdin.pipe(process.stdout)");
    const sent = Array.from({ length: 100 }, (_, id) => ({
      ...REQUEST,
      id,
      params: { text: `a\nb\u2028é${id}` },
    }));
    await Promise.all(sent.map((message) => transport.send(message)));
    await expect.poll(() => heard, PATIENT).toEqual(sent);
  });

  it("are found among garbage, which is counted and shown in part", async () => {
    const { transport, heard } = await connect(`
      const say = (bytes) => process.stdout.write(bytes);
      say("Server listening\\n\\x1b[31mred\\x1b[0m\\n{half\\n\\r\\n");
      say(Buffer.from([0xff, 0xfe, 10]));
      say('{"jsonrpc":"2.0","id":1,"result":{}}\\r\\n[1]\\n');
      for (let at = 0; at < 20000; at += 1) say("{}}\\n");
      say('{"jsonrpc":"2.0","method":"last"}');
      process.stdout.end();`);
    await expect
      .poll(() => heard, PATIENT)
      .toEqual([
        { jsonrpc: "2.0", id: 1, result: {} },
        { jsonrpc: "2.0", method: "last" },
      ]);
    expect(transport.strayLines).toMatchObject({
      count: 20_005,
      first: ["Server listening", "red", "{half", "\uFFFD\uFFFD", "[1]"],
    });
  });

  it("may be as long as 15 MiB, in both directions", async () => {
    const { transport, heard } = await connect("process.stdin.pipe(process.stdout)");
    const long = { ...REQUEST, params: { text: "x".repeat(15 * 1024 * 1024) } };
    await transport.send(long);
    await expect.poll(() => heard.length, PATIENT).toBe(1);
    expect(heard[0]).toEqual(long);
  });

  it("reach the others when a listener fails", async () => {
    const { transport, heard, errors } = await connect("process.stdin.pipe(process.stdout)", {
      listener: (message) => {
        if ("id" in message && message.id === 1) throw new Error("its own mistake");
      },
    });
    await transport.send({ ...REQUEST, id: 1 });
    await transport.send({ ...REQUEST, id: 2 });
    await expect.poll(() => heard.length, PATIENT).toBe(2);
    expect(errors.map(({ message }) => message)).toEqual(["its own mistake"]);
  });

  it("wait for a server that does not read, and are refused when too many do", async () => {
    const { transport } = await connect("setInterval(() => {}, 1000)");
    const large = { ...REQUEST, params: { text: "x".repeat(10 * 1024 * 1024) } };
    const waiting = Array.from({ length: 8 }, () => transport.send(large));
    const outcomes = Promise.allSettled(waiting);
    await expect(transport.send(REQUEST)).rejects.toMatchObject({ code: "unavailable" });
    await transport.close();
    expect((await outcomes).map(({ status }) => status)).toContain("rejected");
  });

  it("are refused by a server that has closed its input, and do no harm", async () => {
    const { transport } = await connect("require('fs').closeSync(0); setInterval(() => {}, 1000)", {
      programs: grouped,
    });
    await expect
      .poll(
        () =>
          transport.send(REQUEST).then(
            () => "sent",
            ({ code }: { code: string }) => code,
          ),
        PATIENT,
      )
      .toBe("unavailable");
  });
});

describe("a server that sends a line without end", () => {
  it.each([
    [
      "100 MB and an end",
      "for (let at = 0; at < 100; at += 1) process.stdout.write('x'.repeat(1e6)); process.stdout.write('\\n')",
    ],
    ["no end", "const more = () => process.stdout.write('['.repeat(1e5), more); more()"],
    [
      "no end, and no signal",
      "process.on('SIGTERM', () => {}); const more = () => process.stdout.write('{'.repeat(1e6), more); more()",
    ],
  ])("is ended, and nothing of it is kept: %s", async (_kind, body) => {
    const before = process.memoryUsage().arrayBuffers;
    const { transport, closes, errors } = await connect(body);
    await expect.poll(() => closes.count, PATIENT).toBe(1);
    expect(transport.trouble()).toMatchObject({ code: "unavailable" });
    expect(errors).toEqual([transport.trouble()]);
    expect(errors[0]?.message).toContain("16777216 bytes");
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(80 * 1024 * 1024);
  });
});

describe("the end", () => {
  it("of a server is told once, with its last words", async () => {
    const { transport, closes, heard } = await connect(`
      console.error("first\\n\\x1b[31mno configuration\\x1b[0m");
      console.log('{"jsonrpc":"2.0","method":"bye"}');
      process.exitCode = 3;`);
    await expect.poll(() => closes.count, PATIENT).toBe(1);
    expect(heard).toEqual([{ jsonrpc: "2.0", method: "bye" }]);
    expect(transport.errorLines()).toEqual(["first", "no configuration"]);
    expect(transport.trouble()?.message).toBe(
      'The server ended with code 3. Its last words: "no configuration".',
    );
    await transport.close();
    expect(closes.count).toBe(1);
    await expect(transport.send(REQUEST)).rejects.toMatchObject({ code: "unavailable" });
  });

  it("by a signal is told as that", async () => {
    const { transport, closes } = await connect("process.kill(process.pid, 'SIGKILL')");
    await expect.poll(() => closes.count, PATIENT).toBe(1);
    expect(transport.trouble()?.message).toBe("The server was ended by SIGKILL.");
  });

  it("of its output is the end of the server", async () => {
    const { transport, closes } = await connect(
      "require('fs').closeSync(1); process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)",
      { programs: grouped },
    );
    await expect.poll(() => closes.count, PATIENT).toBe(1);
    expect(transport.trouble()?.message).toContain("closed its output");
  });

  it("that we ask for takes everything with it that the server started, whatever that ignores", async () => {
    const { transport, closes, errors } = await connect(`
      const { spawn } = require("child_process");
      process.on("SIGTERM", () => {});
      spawn("sh", ["-c", "trap '' TERM; sleep 300; :"], { detached: true, stdio: "inherit" });
      spawn("sleep", ["300"], { stdio: "ignore" });`);
    await untilRunning(ws, "sleep 300", 2);
    await Promise.all([transport.close(), transport.close()]);
    expect(processesIn(ws)).toEqual([]);
    expect(closes.count).toBe(1);
    expect(errors).toEqual([]);
    expect(transport.trouble()).toBeUndefined();
  });
});

describe("the SDK", () => {
  it.each(["v1-server.mjs", "v2-server.mjs"])(
    "settles the revision with %s on the one process there is",
    async (file) => {
      const transport = await start([join(SERVERS, file)]);
      const client = new Client(
        { name: "test", version: "1" },
        { versionNegotiation: { mode: "auto", probe: { timeoutMs: 10_000 } } },
      );
      await client.connect(transport);
      const servers = processesIn(ws).filter((line) => line.startsWith(process.execPath));
      expect(servers).toHaveLength(1);
      expect((await client.listTools()).tools.length).toBeGreaterThan(0);
      await client.close();
      expect(processesIn(ws)).toEqual([]);
    },
  );
});

const REQUEST = { jsonrpc: "2.0" as const, id: 0, method: "ping" };

interface Setting {
  readonly listener?: (message: JSONRPCMessage) => void;
  readonly programs?: Programs;
}

async function connect(body: string, { listener, programs }: Setting = {}) {
  const transport = await start(["-e", body], programs);
  const heard: JSONRPCMessage[] = [];
  const errors: Error[] = [];
  const closes = { count: 0 };
  Object.assign(transport, {
    onmessage: (message: JSONRPCMessage) => {
      heard.push(message);
      listener?.(message);
    },
    onerror: (error: Error) => errors.push(error),
    onclose: () => {
      closes.count += 1;
    },
  });
  await transport.start();
  return { transport, heard, errors, closes };
}

async function start(args: readonly string[], programs = isolated): Promise<StdioTransport> {
  const env = { PATH: "/usr/bin:/bin" };
  const transport = createStdioTransport(
    await programs.start({ command: process.execPath, args, cwd: ws, env }),
  );
  open.push(transport);
  return transport;
}

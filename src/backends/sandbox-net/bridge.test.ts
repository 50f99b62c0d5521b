import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { connect, createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { everythingFrom } from "../../../test/web/open-fixture-proxy.ts";
import { closedPort } from "../../../test/web/open-web.ts";
import { bridgeArguments } from "./bridge.ts";

const open: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});

/** A bridge on the loopback of this machine, and what stands behind it. */
async function bridgeTo(
  serve: (socket: Socket) => void,
): Promise<{ bridge: ChildProcess; client: () => Socket; server: Server }> {
  const folder = mkdtempSync(join(tmpdir(), "deckhand-bridge-"));
  open.push(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, "it's a socket");
  const server = createServer({ allowHalfOpen: true }, (socket) =>
    serve(socket.on("error", () => undefined)),
  );
  await new Promise<void>((done) => server.listen(path, done));
  open.push(() => server.close());
  const port = await closedPort();
  const [program, ...args] = bridgeArguments(path, port);
  const bridge = spawn(program, args, { env: {}, stdio: ["pipe", "pipe", "inherit"] });
  open.push(() => bridge.kill("SIGKILL"));
  expect(String((await once(bridge.stdout, "data"))[0])).toBe("up\n");
  const client = (): Socket =>
    connect({ host: "127.0.0.1", port, allowHalfOpen: true }).on("error", () => undefined);
  return { bridge, client, server };
}

describe("the bridge", () => {
  it("carries bytes both ways, and the end of one way before the other", async () => {
    const { client } = await bridgeTo((socket) => {
      let length = 0;
      socket.on("data", (piece: Buffer) => (length += piece.length));
      socket.once("end", () => socket.end(`heard ${length}`));
    });
    const asked = client();
    asked.end(Buffer.alloc(3_000_000, 7));
    expect(await everythingFrom(asked)).toBe("heard 3000000");
  });

  it("hands on all of an answer whose sender is gone already", async () => {
    const { client } = await bridgeTo((socket) => socket.end(Buffer.alloc(3_000_000, 65)));
    expect((await everythingFrom(client())).length).toBe(3_000_000);
  });

  it("outlives clients that break off, and a door that is closed", async () => {
    const { client, server } = await bridgeTo((socket) => socket.write("hello"));
    for (let turn = 0; turn < 20; turn += 1) {
      const rude = client();
      await once(rude, "connect");
      rude.write("x".repeat(turn));
      rude.resetAndDestroy();
    }
    const polite = client();
    expect(String((await once(polite, "data"))[0])).toBe("hello");
    polite.destroy();
    server.close();
    const late = client();
    expect(await everythingFrom(late)).toBe("");
    late.destroy();
  });

  it("ends when whoever started it does", async () => {
    const { bridge } = await bridgeTo(() => undefined);
    bridge.stdin?.end();
    expect(await once(bridge, "exit")).toEqual([0, null]);
  });
});

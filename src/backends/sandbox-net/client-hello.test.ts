import { Duplex } from "node:stream";
import { connect, type ConnectionOptions } from "node:tls";
import { array, assert, integer, property, uint8Array } from "fast-check";
import { describe, expect, it } from "vitest";
import { readClientHello } from "./client-hello.ts";

/** What a real client sends first. */
function helloOf(options: ConnectionOptions): Promise<Buffer> {
  return new Promise((resolve) => {
    const wire = new Duplex({
      read: () => undefined,
      write: (chunk: Buffer, _, done) => {
        resolve(chunk);
        done();
      },
    });
    connect({ ...options, socket: wire }).on("error", () => undefined);
  });
}

/** The same message in records of these sizes. */
function cut(hello: Buffer, sizes: readonly number[]): Buffer {
  const message = hello.subarray(5);
  const records: Buffer[] = [];
  for (let at = 0, turn = 0; at < message.length; turn += 1) {
    const piece = message.subarray(at, at + (sizes[turn % sizes.length] ?? 1));
    records.push(Buffer.from([22, 3, 1, piece.length >> 8, piece.length & 255]), piece);
    at += piece.length;
  }
  return Buffer.concat(records);
}

/** A greeting with these extensions. */
function made(...extensions: readonly (readonly [type: number, content: readonly number[]])[]): Buffer {
  const block = extensions.flatMap(([type, content]) => [...two(type), ...two(content.length), ...content]);
  const body = [
    3,
    3,
    ...Array.from({ length: 32 }, () => 7),
    0,
    0,
    2,
    19,
    1,
    1,
    0,
    ...two(block.length),
    ...block,
  ];
  const message = [1, 0, ...two(body.length), ...body];
  return Buffer.from([22, 3, 1, ...two(message.length), ...message]);
}

function two(value: number): readonly number[] {
  return [value >> 8, value & 255];
}

function named(...names: readonly string[]): readonly [number, readonly number[]] {
  const list = names.flatMap((name) => [0, ...two(name.length), ...Buffer.from(name, "latin1")]);
  return [0, [...two(list.length), ...list]];
}

describe("the greeting of a real client", () => {
  it("tells the name it asks for, in either version", async () => {
    for (const maxVersion of ["TLSv1.2", "TLSv1.3"] as const) {
      const hello = await helloOf({ servername: "Example.COM", maxVersion });
      expect(readClientHello(hello)).toEqual({ kind: "hello", names: ["example.com"], isHidden: false });
    }
  });

  it("may ask for no name", async () => {
    expect(readClientHello(await helloOf({}))).toEqual({ kind: "hello", names: [], isHidden: false });
  });

  it("says the same in records of any sizes, and nothing before its end", async () => {
    const hello = await helloOf({ servername: "example.com" });
    assert(
      property(
        array(integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 5 }),
        integer({ min: 0 }),
        (sizes, at) => {
          const bytes = cut(hello, sizes);
          expect(readClientHello(bytes)).toMatchObject({ kind: "hello", names: ["example.com"] });
          const part = readClientHello(bytes.subarray(0, at % bytes.length));
          expect(part.kind).toBe("more");
          expect(part.kind === "more" && part.needed).toBeGreaterThan(at % bytes.length);
          expect(part.kind === "more" && part.needed).toBeLessThanOrEqual(bytes.length);
        },
      ),
    );
  });

  it("does not hide its end behind what follows it", async () => {
    const hello = await helloOf({ servername: "example.com" });
    expect(readClientHello(Buffer.concat([hello, hello, Buffer.from("rest")]))).toMatchObject({
      kind: "hello",
    });
  });
});

describe("a greeting made up", () => {
  it.each([
    ["two names", made(named("a.example", "b.example")), ["a.example", "b.example"]],
    ["two lists of names", made(named("a.example"), named("b.example")), ["a.example", "b.example"]],
    ["a trailing dot", made(named("A.example.")), ["a.example"]],
  ])("tells every name: %s", (_, bytes, names) => {
    expect(readClientHello(bytes)).toMatchObject({ kind: "hello", names });
  });

  it.each([
    ["a NUL in the name", made(named("a.example\0.b"))],
    ["an empty name", made(named(""))],
    ["an empty list", made([0, [0, 0]])],
    ["no list at all", made([0, []])],
    ["a name of another kind", made([0, [0, 4, 1, 0, 1, 97]])],
    ["a name longer than its list", made([0, [0, 4, 0, 0, 9, 97]])],
    ["bytes after the list", made([0, [0, 4, 0, 0, 1, 97, 0]])],
    ["an empty record", Buffer.from([22, 3, 1, 0, 0])],
    ["another message", Buffer.from([22, 3, 1, 0, 4, 2, 0, 0, 0])],
    ["a record of another kind in the middle", Buffer.from([22, 3, 1, 0, 1, 1, 23, 3, 3, 0, 1, 0])],
    ["a length without end", Buffer.from([22, 3, 1, 0, 4, 1, 255, 255, 255])],
  ])("is broken by %s", (_, bytes) => {
    expect(readClientHello(bytes)).toEqual({ kind: "broken" });
  });

  it("says when it hides a name", () => {
    expect(readClientHello(made(named("a.example"), [0xfe0d, [0]]))).toMatchObject({ isHidden: true });
  });

  it("is never long, and never taken for one when it is noise", () => {
    assert(
      property(uint8Array({ maxLength: 2000 }), (noise) => {
        const seen = readClientHello(Buffer.concat([Buffer.from([22, 3, 1, 0, noise.length & 255]), noise]));
        expect(["more", "broken"]).toContain(seen.kind);
        expect(seen.kind === "more" ? seen.needed : 0).toBeLessThanOrEqual(16 * 1024);
      }),
    );
  });

  it("is something else when it does not begin like one", () => {
    expect(readClientHello(Buffer.from("GET / HTTP/1.1"))).toEqual({ kind: "other" });
    expect(readClientHello(Buffer.from([0x80, 0x2e, 1, 3, 1]))).toEqual({ kind: "other" });
  });
});

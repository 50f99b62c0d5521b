import { pipeline, type Transform } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw, constants } from "node:zlib";
import { Fault } from "../../kernel/index.ts";

type Bytes = AsyncIterable<Uint8Array>;

/** How many layers of packing are taken off; more than two is nobody's honest answer. */
const MOST_LAYERS = 2;

/** Takes the packing off a body that its `content-encoding` names; as a stream, so nothing unpacks further than it is read. */
export function unpack(body: Bytes, contentEncoding: string | undefined): Bytes {
  const layers = layersOf(contentEncoding ?? "");
  return layers.reduceRight<Bytes>((packed, layer) => layer(packed), body);
}

type Layer = (packed: Bytes) => Bytes;

function layersOf(contentEncoding: string): readonly Layer[] {
  const names = contentEncoding
    .split(",")
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== "" && name !== "identity");
  if (names.length > MOST_LAYERS) throw unknown(`is packed ${names.length} times over`);
  return names.map((name) => {
    const layer = Object.hasOwn(LAYERS, name) ? LAYERS[name] : undefined;
    if (layer === undefined) throw unknown(`is packed in a way that is not known (${name.slice(0, 40)})`);
    return layer;
  });
}

/** A body that ends too early still gives what it had. */
const lenient = { finishFlush: constants.Z_SYNC_FLUSH };

const LAYERS: Readonly<Record<string, Layer>> = {
  gzip: (packed) => through(packed, createGunzip(lenient)),
  "x-gzip": (packed) => through(packed, createGunzip(lenient)),
  deflate: inflate,
  br: (packed) => through(packed, createBrotliDecompress()),
};

async function* through(packed: Bytes, decoder: Transform): Bytes {
  // What goes wrong is thrown while reading; the callback has nothing to add.
  yield* pipeline(packed, decoder, () => undefined) as Bytes;
}

/** Servers disagree whether "deflate" has a zlib header: the first byte tells. */
async function* inflate(packed: Bytes): Bytes {
  const source = packed[Symbol.asyncIterator]();
  const first = await source.next();
  if (first.done === true) return;
  const hasHeader = ((first.value[0] ?? 0) & 0x0f) === 8;
  const whole = (async function* () {
    yield first.value;
    yield* { [Symbol.asyncIterator]: () => source };
  })();
  yield* through(whole, hasHeader ? createInflate(lenient) : createInflateRaw(lenient));
}

function unknown(what: string): Fault {
  return new Fault("tool_error", `The answer ${what}.`, { hint: "Use another source." });
}

import { pipeline, type Transform } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from "node:zlib";
import { Fault } from "../../kernel/index.ts";

type Bytes = AsyncIterable<Uint8Array>;

/** How many layers of packing are taken off; more than two is nobody's honest answer. */
const MOST_LAYERS = 2;

/**
 * Takes the packing off a body that its `content-encoding` names; as a stream, so nothing unpacks further than it is
 * read, and a packing nobody knows is a fault only to whoever reads the body.
 */
export async function* unpack(body: Bytes, contentEncoding: string | undefined): Bytes {
  const layers = layersOf(contentEncoding ?? "");
  yield* layers.reduceRight<Bytes>((packed, layer) => layer(packed), body);
}

type Layer = (packed: Bytes) => Bytes;

function layersOf(contentEncoding: string): readonly Layer[] {
  const names = contentEncoding
    .split(",")
    .map((name) => name.trim().toLowerCase())
    .filter((name) => !NOT_PACKED.test(name));
  if (names.length > MOST_LAYERS) throw unknown(`is packed ${names.length} times over`);
  return names.map((name) => {
    const layer = Object.hasOwn(LAYERS, name) ? LAYERS[name] : undefined;
    if (layer === undefined) throw unknown(`is packed in a way that is not known (${name.slice(0, 40)})`);
    return layer;
  });
}

/** Servers name charsets and the like here by mistake; browsers pass over them too. */
const NOT_PACKED = /^(?:|identity|none|binary|[78]bit|us-ascii|utf-?\d+|iso-8859-\d+|windows-\d+)$/;

const LAYERS: Readonly<Record<string, Layer>> = {
  gzip: decodedBy(() => createGunzip()),
  "x-gzip": decodedBy(() => createGunzip()),
  deflate: decodedBy(inflaterFor),
  br: decodedBy(() => createBrotliDecompress()),
};

/** Nothing at all is nothing unpacked, whatever it is said to be packed in. */
function decodedBy(decoderFor: (first: Uint8Array) => Transform): Layer {
  return async function* (packed) {
    const source = packed[Symbol.asyncIterator]();
    const first = await source.next();
    if (first.done === true) return;
    const whole = (async function* () {
      yield first.value;
      yield* { [Symbol.asyncIterator]: () => source };
    })();
    const decoder = decoderFor(first.value);
    try {
      // What goes wrong is thrown while reading; the callback has nothing to add.
      yield* pipeline(whole, decoder, () => undefined) as Bytes;
    } catch (error) {
      // What was unpacked before that is still good.
      const rest = decoder.read() as Uint8Array | null;
      if (rest !== null) yield rest;
      throw error;
    }
  };
}

/** Servers disagree whether "deflate" has a zlib header: the first byte tells. */
function inflaterFor([first = 0]: Uint8Array): Transform {
  return (first & 0x0f) === 8 ? createInflate() : createInflateRaw();
}

function unknown(what: string): Fault {
  return new Fault("tool_error", `The answer ${what}.`, { hint: "Use another source." });
}

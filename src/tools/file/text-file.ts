import {
  type Change,
  digestOf,
  type Evidence,
  Fault,
  type FileIdentity,
  FsFault,
  type FsFile,
  isFsFault,
  StaleFileFault,
  type ToolContext,
} from "../../kernel/index.ts";
import { requireSeen } from "./require-seen.ts";
import { lengthOf, renewEvidence, wholeEvidence } from "./renew-evidence.ts";
import { spelled } from "./spelled.ts";
import { applySplices, type Splice } from "./splice.ts";
import { codecFor } from "./text/codec-for.ts";
import { type Sniff, sniff } from "./text/sniff.ts";
import type { TextCodec } from "./text/text-codec.ts";
import type { TextEncodingInfo } from "./text/text-encoding.ts";

/** All bytes of a file at the moment it was opened. */
export interface LoadedFile {
  /** The caller's own spelling. */
  readonly path: string;
  /** The file that was really opened, links resolved. */
  readonly realPath: string;
  readonly bytes: Uint8Array;
  readonly identity: FileIdentity;
  readonly mode: number;
}

/** A loaded file that is text, with what it takes to read it and to write into it. */
export interface TextFile extends LoadedFile {
  readonly encoding: TextEncodingInfo;
  readonly codec: TextCodec;
}

/** What a save altered, and what the session now knows of the file. */
export interface Saved {
  readonly change: Change;
  readonly evidence: Evidence;
}

type FileContext = Pick<ToolContext, "fs" | "cwd">;
type SaveContext = FileContext & Pick<ToolContext, "state">;

/** The largest file that is held in memory to be rewritten. */
export const MOST_BYTES = 256 * 1024 * 1024;

/** Loads a text file whole; anything that is not text is refused with what it is. */
export async function loadTextFile(ctx: FileContext, path: string): Promise<TextFile> {
  const file = await loadFile(ctx, path);
  const kind = await sniff(file.bytes, { complete: true });
  if (kind.kind !== "text") throw notText(path, kind);
  return withEncoding(file, kind.encoding);
}

/** Takes a loaded file as text, or gives undefined if it is not. */
export async function tryTextFile(file: LoadedFile): Promise<TextFile | undefined> {
  const kind = await sniff(file.bytes, { complete: true });
  return kind.kind === "text" ? withEncoding(file, kind.encoding) : undefined;
}

/** The text of a file, without its byte order mark. */
export function loadedText({ bytes, encoding, codec }: TextFile): string {
  return codec.decode(bytes.subarray(encoding.bomBytes));
}

/** Loads a file whole, whatever it holds. */
export function loadFile(ctx: FileContext, path: string): Promise<LoadedFile> {
  return spelled(ctx, path, async (resolved) => {
    const file = await ctx.fs.open(resolved).catch((error: unknown) => {
      throw isFsFault(error, "EISDIR") ? directory(path, error) : error;
    });
    try {
      if (file.size > MOST_BYTES) throw tooLarge(path, file);
      const bytes = await file.read(0, file.size);
      return { path, realPath: file.path, bytes, identity: file.identity, mode: file.mode };
    } finally {
      await file.close();
    }
  });
}

/** Replaces parts of a loaded file, if it is still the one that was loaded; the splices are disjoint and in order. */
export async function saveSplices(
  ctx: SaveContext,
  file: LoadedFile,
  splices: readonly Splice[],
): Promise<Saved> {
  requireSeen(ctx, file, splices);
  const pieces = applySplices(file.bytes, splices);
  const { identity } = await replace(ctx, file.path, pieces, file.identity);
  const evidence = renewEvidence(
    { original: file, splices, pieces, identity },
    ctx.state.seen.of(file.realPath),
  );
  const change: Change = {
    path: file.realPath,
    kind: "update",
    ...digestsOf(file.bytes, pieces, evidence.whole),
  };
  return { change, evidence };
}

/** Writes all of a file: over the one that was loaded, if it is still that one, or as a new one. */
export async function saveFile(
  ctx: FileContext,
  path: string,
  bytes: Uint8Array,
  over: LoadedFile | "absent",
): Promise<Saved> {
  const expect = over === "absent" ? over : over.identity;
  const { path: realPath, identity } = await replace(ctx, path, [bytes], expect);
  const evidence = wholeEvidence(realPath, identity, [bytes]);
  const change: Change =
    over === "absent"
      ? { path: realPath, kind: "create", after: { digest: evidence.whole, bytes: bytes.length } }
      : { path: realPath, kind: "update", ...digestsOf(over.bytes, [bytes], evidence.whole) };
  return { change, evidence };
}

async function withEncoding(file: LoadedFile, encoding: TextEncodingInfo): Promise<TextFile> {
  return { ...file, encoding, codec: await codecFor(encoding.name) };
}

function replace(
  ctx: FileContext,
  path: string,
  pieces: readonly Uint8Array[],
  expect: FileIdentity | "absent",
): ReturnType<ToolContext["fs"]["replace"]> {
  return spelled(ctx, path, async (resolved) => {
    try {
      return await ctx.fs.replace(resolved, pieces, { expect });
    } catch (error) {
      throw error instanceof StaleFileFault ? new StaleFileFault(path) : error;
    }
  });
}

/** Hashing a large file would cost as much as writing it, so its changes are told without digests. */
const MOST_DIGESTED = 8 * 1024 * 1024;

function digestsOf(
  before: Uint8Array,
  after: readonly Uint8Array[],
  knownAfter: string | undefined,
): Pick<Change, "before" | "after"> {
  const bytes = lengthOf(after);
  if (Math.max(before.length, bytes) > MOST_DIGESTED) return {};
  return {
    before: { digest: digestOf(before), bytes: before.length },
    after: { digest: knownAfter ?? digestOf(...after), bytes },
  };
}

/** As the system words it, this fault does not say where. */
function directory(path: string, { errno, place }: FsFault): FsFault {
  return new FsFault(errno, place, { hint: `${path} is a directory; ls shows the files in it.` });
}

function tooLarge(path: string, file: FsFile): FsFault {
  return new FsFault(
    "EFBIG",
    { syscall: "read", path },
    {
      saying: `file too large (${file.size} bytes, at most ${MOST_BYTES} can be rewritten)`,
      hint: "Change it with a streaming command such as sed.",
    },
  );
}

function notText(path: string, kind: Exclude<Sniff, { readonly kind: "text" }>): Fault {
  switch (kind.kind) {
    case "image":
      return new Fault("tool_error", `${path} is an image (${kind.mediaType}), not text.`, {
        hint: "read shows it; to change it, run a program that writes images.",
      });
    case "pdf":
      return new Fault("tool_error", `${path} is a PDF document, not text.`, {
        hint: "read gives its text by pages; to change it, edit the source it is made from.",
      });
    case "binary":
      return new Fault("tool_error", `${path} is not text: ${kind.what}.`, {
        hint: "To change it, run a program that understands its format.",
      });
  }
}

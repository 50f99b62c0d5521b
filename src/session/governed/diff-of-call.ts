import { relative } from "node:path";
import {
  clamp,
  type DefinedTool,
  type Fs,
  isCancellation,
  nobody,
  type StagedChange,
  type StagedFs,
  type ToolCall,
  type ToolContext,
} from "../../kernel/index.ts";
import { findNativeTool, renderUnifiedDiff } from "../../tools/index.ts";
import { rehearse } from "../rehearse.ts";

/**
 * What a call would do to files, as a unified diff for the person who is asked about it; undefined where that cannot be
 * told. Only our own tools are rehearsed: the body of any other is not entered before somebody said yes.
 */
export async function diffOfCall(
  tool: DefinedTool,
  request: ToolCall,
  ctx: ToolContext,
): Promise<string | undefined> {
  if ((await findNativeTool(tool.name)?.load()) !== tool) return undefined;
  ctx.cancel.throwIfAborted();
  const staged = ctx.stage(ctx.fs);
  try {
    const { isError, staged: changes = [] } = await rehearse(tool, request, quietly(ctx, staged));
    return isError || changes.length === 0 ? undefined : await diffOf(changes, staged, ctx);
  } catch (error) {
    if (isCancellation(error, ctx.cancel)) throw error;
    return undefined;
  } finally {
    staged.drop();
  }
}

/** A rehearsal leaves no trace in the session, and what it staged stays to be looked at. Proofs are asked for later. */
function quietly(ctx: ToolContext, staged: StagedFs): ToolContext {
  const { seen } = ctx.state;
  return {
    ...ctx,
    // A tool may stage things of its own, above ours.
    stage: (below) => (below === ctx.fs ? { ...staged, drop: () => undefined } : ctx.stage(below)),
    state: { ...ctx.state, seen: { ...seen, isRequired: false, record: () => undefined } },
    asker: nobody,
    progress: () => undefined,
  };
}

const MOST_FILES = 50;
const MOST_BYTES = 32 * 1024;

async function diffOf(
  changes: readonly StagedChange[],
  staged: Fs,
  { fs, cwd }: ToolContext,
): Promise<string> {
  const parts: string[] = [];
  for (const change of changes.slice(0, MOST_FILES)) parts.push(await partOf(change, fs, staged, cwd));
  const more = changes.length - MOST_FILES;
  if (more > 0) parts.push(`… and ${more} more changes that are not shown …\n`);
  return clamp(parts.join(""), {
    kind: "head",
    maxBytes: MOST_BYTES,
    notice: (dropped) => `\n… ${dropped} more bytes of changes that are not shown …\n`,
  });
}

async function partOf(
  { path, kind, isDirectory }: StagedChange,
  fs: Fs,
  staged: Fs,
  cwd: string,
): Promise<string> {
  const name = relative(cwd, path) || path;
  if (isDirectory) return `${kind} folder ${name}\n`;
  const before = kind === "create" ? NOTHING : await contentOf(fs, path);
  const after = kind === "delete" ? NOTHING : await contentOf(staged, path);
  if (before.text === undefined || after.text === undefined) {
    return `${kind} ${name}: ${before.size} → ${after.size} bytes that are not shown as text\n`;
  }
  const shown = renderUnifiedDiff(before.text, after.text, {
    beforePath: kind === "create" ? "/dev/null" : name,
    afterPath: kind === "delete" ? "/dev/null" : name,
  });
  return shown === "" ? `${kind} ${name}: ${after.size} bytes\n` : shown;
}

interface Content {
  readonly size: number;
  /** Absent when it is too large to compare, or not text. */
  readonly text?: string | undefined;
}

const NOTHING: Content = { size: 0, text: "" };

/** Larger files are only counted: nobody reads their difference on a screen. */
const MOST_COMPARED = 2 * 1024 * 1024;

async function contentOf(fs: Fs, path: string): Promise<Content> {
  const file = await fs.open(path);
  try {
    const { size } = file;
    return { size, text: size > MOST_COMPARED ? undefined : tryDecode(await file.read(0, size)) };
  } finally {
    await file.close();
  }
}

function tryDecode(bytes: Uint8Array): string | undefined {
  const [first, second] = bytes;
  const isUtf16 = first === 0xff && second === 0xfe;
  try {
    const text = new TextDecoder(isUtf16 ? "utf-16le" : "utf-8", { fatal: true }).decode(bytes);
    return text.includes("\0") ? undefined : text;
  } catch {
    return undefined;
  }
}

import { dirname } from "node:path";
import { z } from "zod";
import {
  defineTool,
  digestOf,
  Fault,
  FsFault,
  isFsFault,
  textResult,
  type ToolContext,
  type ToolResult,
  writes,
} from "../../../kernel/index.ts";
import { diffLines } from "../diff/diff-lines.ts";
import { wholeEvidence } from "../renew-evidence.ts";
import { requireSeenWhole } from "../require-seen.ts";
import { type LoadedFile, loadedText, loadFile, saveFile, type TextFile, tryTextFile } from "../text-file.ts";
import { spelled } from "../spelled.ts";
import { utf8Codec } from "../text/utf8-codec.ts";
import { findPlaceholder } from "./find-placeholder.ts";
import { fitContent } from "./fit-content.ts";

/** Creates a file or replaces all of its content. */
export const write = defineTool({
  name: "write",
  path: "world.tools.file.write",
  title: "Write file",
  summary: "Create a file or replace its whole content",
  description:
    "Create a file, with any missing folders, or replace the whole content of an existing one. Send the " +
    "complete content: nothing of the old one is merged in. To change a part of a file, use edit.",
  input: z.strictObject({
    path: z.string().min(1).describe("File to write"),
    content: z.string().describe("The complete new content"),
  }),
  effects: [writes("filesystem")],
  trust: "L2",
  verbs: ["fs.write"],
  touches: ({ path }) => [{ kind: "path", path, op: "write" }],
  async run({ path, content }, ctx) {
    const existing = await loadExisting(ctx, path);
    return existing === undefined ? create(ctx, path, content) : overwrite(ctx, existing, content);
  },
});

async function loadExisting(ctx: ToolContext, path: string): Promise<LoadedFile | undefined> {
  if (path.endsWith("/")) throw isFolder(path);
  try {
    return await loadFile(ctx, path);
  } catch (error) {
    if (isFsFault(error, "ENOENT")) return undefined;
    throw isFsFault(error, "EISDIR") ? isFolder(path) : error;
  }
}

function isFolder(path: string): FsFault {
  return new FsFault("EISDIR", { syscall: "open", path }, { hint: "Name a file inside the folder." });
}

async function create(ctx: ToolContext, path: string, content: string): Promise<ToolResult> {
  refusePlaceholder(path, content);
  const bytes = utf8Codec.encode(content);
  const { change, evidence } = await createWithFolders(ctx, path, bytes);
  return textResult(savedLine(bytes, path), { changes: [change], evidence: [evidence] });
}

async function createWithFolders(
  ctx: ToolContext,
  path: string,
  bytes: Uint8Array,
): ReturnType<typeof saveFile> {
  try {
    return await saveFile(ctx, path, bytes, "absent");
  } catch (error) {
    if (!isFsFault(error, "ENOENT")) throw error;
    await spelled(ctx, dirname(path), (folder) => ctx.fs.mkdir(folder));
    return saveFile(ctx, path, bytes, "absent");
  }
}

async function overwrite(ctx: ToolContext, existing: LoadedFile, content: string): Promise<ToolResult> {
  const { path, realPath, identity } = existing;
  const text = await tryTextFile(existing);
  refusePlaceholder(path, content, text === undefined ? "" : loadedText(text));
  const { bytes, kept } =
    text === undefined ? { bytes: utf8Codec.encode(content), kept: [] } : fitContent(content, text);
  if (Buffer.compare(bytes, existing.bytes) === 0) {
    const evidence = [wholeEvidence(realPath, identity, [bytes])];
    return textResult(`${path} already holds exactly this content; nothing was written.`, { evidence });
  }
  if (ctx.state.seen.isRequired === true) requireSeenWhole(ctx, existing);
  else refuseStale(ctx, existing);
  const { change, evidence } = await saveFile(ctx, path, bytes, existing);
  const notes = [changedLines(text, content), kept.length > 0 && `Kept its ${kept.join(", ")}.`];
  return textResult([savedLine(bytes, path), ...notes.filter(Boolean)].join("\n"), {
    changes: [change],
    evidence: [evidence],
  });
}

function refusePlaceholder(path: string, content: string, existing?: string): void {
  const placeholder = findPlaceholder(content, existing);
  if (placeholder === undefined) return;
  const { line, text } = placeholder;
  throw new Fault(
    "invalid_input",
    `Line ${line} of content only stands for text that was left out: ${JSON.stringify(text)}. ${path} was not written.`,
    {
      hint: "Send the complete content, or use edit to change a part of the file (also to add such a line if it is meant).",
    },
  );
}

/** A touch changes the identity of a file but nothing that was read, so only the bytes are compared. */
function refuseStale(ctx: ToolContext, { path, realPath, bytes }: LoadedFile): void {
  const seen = ctx.state.seen.of(realPath).find(({ whole }) => whole !== undefined);
  if (seen === undefined || seen.whole === digestOf(bytes)) return;
  throw new Fault("tool_error", `${path} changed since it was read; nothing was written.`, {
    hint: "Read it again and repeat the call with content that keeps what changed.",
  });
}

function savedLine(bytes: Uint8Array, path: string): string {
  return `Saved ${bytes.length} byte(s) to ${path}.`;
}

/** Larger texts are not compared just to count lines. */
const MOST_COMPARED = 256 * 1024;

function changedLines(text: TextFile | undefined, content: string): string | false {
  if (text === undefined || Math.max(text.bytes.length, content.length) > MOST_COMPARED) return false;
  const { added, removed } = diffLines(withLf(loadedText(text)), withLf(content));
  return `Replaced the old content: ${added} line(s) added, ${removed} removed.`;
}

/** Kept line endings are no change. */
function withLf(text: string): string {
  return text.replaceAll("\r\n", "\n");
}

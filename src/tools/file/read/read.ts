import { z } from "zod";
import {
  defineTool,
  digestOf,
  Fault,
  type FsFile,
  reads,
  textResult,
  type ToolContext,
  type ToolResult,
} from "../../../kernel/index.ts";
import { spelled } from "../spelled.ts";
import { sniff } from "../text/sniff.ts";
import type { TextEncodingInfo } from "../text/text-encoding.ts";
import { openToRead } from "./open-to-read.ts";
import { readText } from "./read-text.ts";

const input = z.strictObject({
  path: z.string().min(1).describe("File to read, absolute or relative to the working directory."),
  offset: z
    .int()
    .optional()
    .describe("First line, from 1; negative counts from the end (-50: the last 50 lines)."),
  limit: z.int().positive().optional().describe("How many lines, 2000 by default."),
  pages: z.string().optional().describe('Pages of a PDF, such as "3" or "1-5".'),
  again: z.boolean().optional().describe("Show lines that were shown before and have not changed."),
});

type ReadInput = z.infer<typeof input>;

/** Reads a window of a file and leaves evidence of what was seen. */
export const read = defineTool({
  name: "read",
  path: "world.tools.file.read",
  title: "Read file",
  summary: "Read a file, or a window of it, with line numbers",
  description:
    "Read a file with line numbers: text in any encoding, images, PDFs (by pages) and notebooks. Shows up to 2000 lines " +
    "and says how to continue. A long window that was shown before and has not changed is not repeated unless again=true.",
  input,
  effects: [reads("filesystem")],
  trust: "L0",
  verbs: ["fs.read"],
  touches: ({ path }) => [{ kind: "path", path, op: "read" }],
  run: (ask, ctx) =>
    spelled(ctx, ask.path, async (resolved) => {
      const file = await openToRead(ctx.fs, resolved, ask.path);
      try {
        return await show(file, ask, ctx);
      } finally {
        await file.close();
      }
    }),
});

/** Enough of a file to tell what it is. */
const HEAD_BYTES = 64 * 1024;

async function show(file: FsFile, ask: ReadInput, ctx: ToolContext): Promise<ToolResult> {
  if (file.size === 0) return emptyFile(file, ask.path);
  const head = await file.read(0, HEAD_BYTES);
  const found = await sniff(head, { complete: head.length >= file.size });
  // Most files are plain text: what only the others need is loaded when one comes.
  switch (found.kind) {
    case "image":
      return (await import("./read-image.ts")).readImage(file, found.mediaType, ask.path);
    case "pdf":
      return (await import("./read-pdf.ts")).readPdf(file, ask, ctx);
    case "binary":
      throw binaryFile(ask.path, found.what, file.size);
    case "text":
      if (ask.pages) throw notPaged(ask.path);
      return showText(file, ask, found.encoding, ctx);
  }
}

async function showText(
  file: FsFile,
  ask: ReadInput,
  encoding: TextEncodingInfo,
  ctx: ToolContext,
): Promise<ToolResult> {
  if (/\.ipynb$/i.test(ask.path)) {
    const { tryReadNotebook } = await import("./read-notebook.ts");
    const notebook = await tryReadNotebook(file, ask, encoding, ctx);
    if (notebook !== undefined) return notebook;
  }
  return readText(file, ask, encoding, ctx);
}

function emptyFile({ path, identity }: FsFile, spelling: string): ToolResult {
  return textResult(`${spelling} is empty (0 bytes).`, {
    evidence: [{ path, identity, whole: digestOf(), ranges: [] }],
  });
}

function binaryFile(path: string, what: string, bytes: number): Fault {
  return new Fault("tool_error", `${path} is binary (${what}, ${bytes} bytes) and not shown as text.`, {
    hint: "Look into it with a program made for this kind of file.",
  });
}

function notPaged(path: string): Fault {
  return new Fault("invalid_input", `pages is for PDFs, and ${path} is text.`, {
    hint: "Use offset and limit to choose lines.",
  });
}

import { z } from "zod";

/** What grep is asked. */
export const grepInput = z.strictObject({
  pattern: z
    .string()
    .min(1)
    .max(10_000)
    .describe("Regular expression (Rust syntax; look-around and backreferences work too)."),
  path: z
    .string()
    .min(1)
    .optional()
    .describe("Folder, file or deckhand://result/… handle to search; the working directory by default."),
  flags: z
    .string()
    .optional()
    .describe(
      "Letters of gimsuy: i ignores case, m lets the pattern span lines, s lets . match line ends too.",
    ),
  glob: z
    .string()
    .min(1)
    .max(2_000)
    .optional()
    .describe(
      "Only files that match: *.ts by name, src/**/*.ts by path; ! excludes; commas separate several.",
    ),
  type: z.string().min(1).max(50).optional().describe("Only files of a type, such as ts, py, rust or md."),
  mode: z
    .enum(["content", "files", "count"])
    .optional()
    .describe("content (default): matching lines; files: paths only; count: matching lines per file."),
  before: z.int().min(0).max(100).optional().describe("Lines to show before each match."),
  after: z.int().min(0).max(100).optional().describe("Lines to show after each match."),
  limit: z
    .int()
    .positive()
    .optional()
    .describe("How many matches or files to show; 200 by default, 5000 at most."),
  offset: z.int().min(0).optional().describe("How many to skip, to continue an earlier search."),
});

/** What grep is asked, checked. */
export type GrepInput = z.infer<typeof grepInput>;

import { z } from "zod";

const place = z.string().min(1).max(4096);

const clause = z.union(
  [
    z.strictObject({
      kind: z.enum(["file", "folder"]),
      path: place.describe("The real path; a folder is meant with everything below it."),
      op: z.enum(["read", "list", "write", "create", "delete"]),
    }),
    z.strictObject({
      kind: z.literal("command"),
      command: place.describe("The exact command."),
      cwd: place.optional().describe("The real path it runs in; the working directory when absent."),
    }),
    z.strictObject({ kind: z.literal("url"), url: place.describe("The exact URL.") }),
    z.strictObject({
      kind: z.literal("host"),
      host: place,
      port: z.int().min(1).max(65_535),
    }),
  ],
  {
    error:
      'expected what a call may touch, such as { "kind": "folder", "path": "/home/me/app/src", "op": "write" }',
  },
);

/** A standing yes as a person reads and writes it; what control calls an `ApprovalRule`. */
export const ruleSchema = z.strictObject({
  tool: place.describe("The tool that may be called."),
  cwd: place.describe("The working directory it holds in."),
  definition: place
    .optional()
    .describe("The definition it was made for, where nothing below bounds the tool."),
  when: z.array(clause).describe("Everything a call touches must be covered by one of these."),
});

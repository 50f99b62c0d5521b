import { z } from "zod";

/** The shape of what a call of `notebook` sends. */
export const notebookInput = z.strictObject({
  path: z.string().min(1).describe("Notebook (.ipynb) to edit"),
  cell: z
    .union([z.string().min(1), z.int()])
    .optional()
    .describe(
      "Cell id, or its index from 0; for insert the cell before the new one, left out to insert at the start",
    ),
  source: z.string().optional().describe("New source of the cell"),
  mode: z.enum(["replace", "insert", "delete"]).optional().describe("What to do; replace by default"),
  type: z
    .enum(["code", "markdown", "raw"])
    .optional()
    .describe("Type of the cell; an inserted one is code by default"),
});

/** What a call of `notebook` sends. */
export type NotebookInput = z.infer<typeof notebookInput>;

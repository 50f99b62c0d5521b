import { z } from "zod";

const replacement = {
  oldText: z
    .string()
    .describe(
      "Text to replace, copied from the file without line numbers; must occur once unless replaceAll",
    ),
  newText: z.string().describe("Text to put in its place; empty to delete"),
  replaceAll: z.boolean().optional().describe("Replace every occurrence"),
};

/** What a call of `edit` sends: one replacement spelled out, or several as a list. */
export const editInput = z
  .strictObject({
    path: z.string().min(1).describe("File to edit"),
    oldText: replacement.oldText.optional(),
    newText: replacement.newText.optional(),
    replaceAll: replacement.replaceAll,
    edits: z
      .array(z.strictObject(replacement))
      .optional()
      .describe("Several replacements, all matched against the file as it is now, all made or none"),
  })
  .superRefine((input, check) => {
    const problem = shapeProblem(input);
    if (problem !== undefined) check.addIssue({ code: "custom", message: problem });
  });

type EditInput = z.infer<typeof editInput>;

/** One wanted replacement, and what to call it when speaking to the caller. */
export interface WantedEdit {
  readonly oldText: string;
  readonly newText: string;
  readonly replaceAll: boolean;
  /** "" for a lone replacement, `edits[2]: ` for one of a list. */
  readonly label: string;
}

/** The wanted replacements of a valid input, in the order they were given. */
export function wantedEdits(input: EditInput): WantedEdit[] {
  const { oldText = "", newText = "", replaceAll = false, edits = [] } = input;
  if (edits.length === 0) return [{ oldText, newText, replaceAll, label: "" }];
  return edits.map((edit, index) => ({
    oldText: edit.oldText,
    newText: edit.newText,
    replaceAll: edit.replaceAll ?? false,
    label: `edits[${index}]: `,
  }));
}

const SHAPES = "Give oldText and newText, or edits: [{ oldText, newText }]";

function shapeProblem({ oldText, newText, replaceAll, edits }: EditInput): string | undefined {
  const hasOne = oldText !== undefined || newText !== undefined || replaceAll !== undefined;
  const hasList = edits !== undefined && edits.length > 0;
  if (hasOne && hasList) return `${SHAPES}, not both.`;
  if (hasList) return undefined;
  if (oldText === undefined && newText === undefined) return `${SHAPES}.`;
  if (oldText === undefined) return "oldText is missing. To create a file or replace all of it, use write.";
  return newText === undefined ? 'newText is missing. To delete oldText, send newText="".' : undefined;
}

import { z } from "zod";

/** The fields of one action of a card; a field that belongs to another action is named. */
export function forAction<Action extends string, Fields extends z.ZodRawShape>(
  action: Action,
  fields: Fields,
) {
  return z.strictObject(
    { action: z.literal(action), ...fields },
    {
      error: (issue) =>
        issue.code === "unrecognized_keys"
          ? `action=${action} does not take ${issue.keys.join(", ")}`
          : undefined,
    },
  );
}

/** What is said when an action lacks a field. */
export function neededFor(action: string): string {
  return `action=${action} needs it`;
}

import { checkWithJsonSchema, Fault, inputFault, type JsonSchema } from "../../../kernel/index.ts";
import { isTimeUp, withinTime } from "../within-time.ts";

/** Checks the arguments of one action; anything wrong with them is an `invalid_input` fault that names the fields. */
export type CheckArguments = (input: Readonly<Record<string, unknown>>) => Promise<void>;

const CHECK_MS = 1000;

/** Makes the check for the arguments of an action. */
export function createArgumentCheck(slug: string, parameters: JsonSchema): CheckArguments {
  const check = checkWithJsonSchema(parameters);
  return async (input) => {
    try {
      // Loads the validator: nothing is matched yet, for this is no object of arguments.
      await check(undefined);
      const checked = await withinTime(CHECK_MS, () => check(input));
      if (checked.issues !== undefined) throw inputFault(slug, checked.issues, input, parameters);
    } catch (error) {
      throw error instanceof Fault ? error : uncheckable(slug, error);
    }
  };
}

/** What cannot be checked is not sent. */
function uncheckable(slug: string, cause: unknown): Fault {
  const why = isTimeUp(cause)
    ? `that took longer than ${CHECK_MS} ms`
    : cause instanceof RangeError
      ? "its schema, or these arguments, lead into themselves or too deep"
      : "its schema is not a proper one";
  return new Fault("unavailable", `The arguments of ${slug} cannot be checked: ${why}.`, {
    hint: "Nothing was sent. Try shorter and simpler arguments, or another action.",
    cause,
  });
}

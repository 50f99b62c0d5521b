import type { SimpleCommand } from "../simple-command.ts";
import type { FunctionBody } from "./expansion.ts";
import type { Scope } from "./scope.ts";
import type { Walker } from "./walker.ts";

/** Notes a command as one that may run, in each folder it may run in. */
export function emit(
  command: Omit<SimpleCommand, "cwd">,
  { folder }: Scope<FunctionBody>,
  walker: Walker,
): readonly SimpleCommand[] {
  const emitted = (folder ?? [undefined]).map((cwd) => ({ ...command, cwd }));
  walker.commands.push(...emitted);
  return emitted;
}

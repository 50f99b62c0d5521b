import type { SimpleCommand } from "../simple-command.ts";
import type { FunctionBody } from "./expansion.ts";
import type { Scope } from "./scope.ts";
import type { Walker } from "./walker.ts";

/** Notes a command as one that may run, in each folder it may run in; it is given the first of them. */
export function emit(
  command: SimpleCommand,
  { folder }: Scope<FunctionBody>,
  walker: Walker,
): readonly SimpleCommand[] {
  const emitted = [command];
  for (let index = 1; index < (folder?.length ?? 0); index++) emitted.push(at(command, folder?.[index]));
  for (const one of emitted) walker.commands.push(one);
  walker.steps += emitted.length;
  walker.ran += emitted.length;
  if (walker.repeating > 0) walker.repeated += emitted.length;
  return emitted;
}

/** Field by field, which is much faster than a spread, and this is done for every command. */
function at(command: SimpleCommand, cwd: string | undefined): SimpleCommand {
  const { words, assignments, redirects, input, source, isFunction, functions } = command;
  return { words, assignments, redirects, input, cwd, source, isFunction, functions };
}

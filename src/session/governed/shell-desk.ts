import type { JudgeCommand } from "../../control/index.ts";
import { type CommandDesk, type CommandSettings, createCommandDesk } from "./command-desk.ts";
import { openWalls, type SandboxPlace, type SandboxSettings, type Walls } from "./walls.ts";

/** Everything about the commands of a session: what is thought of them, and where they run. */
export interface ShellDesk extends CommandDesk, Walls {}

/** How commands are judged and held back. */
export interface ShellSettings {
  readonly sandbox?: SandboxSettings | false | undefined;
  /** Walls of the host's own making, in place of the sandbox. */
  readonly walls?: Walls | undefined;
  readonly commands?: CommandSettings | undefined;
  readonly judgeCommand?: JudgeCommand | undefined;
}

/** Opens the desk of a session; it is loaded with the first command, for most calls run none. */
export function openShellDesk(
  { sandbox, commands = {}, judgeCommand, walls }: ShellSettings,
  place: SandboxPlace,
): ShellDesk {
  const desk = createCommandDesk(commands, { cwd: place.cwd, extraRoots: place.roots });
  return {
    ...desk,
    ...(walls ?? openWalls(sandbox, place)),
    ...(judgeCommand === undefined ? {} : { judge: async (command, cwd) => judgeCommand(command, cwd) }),
  };
}

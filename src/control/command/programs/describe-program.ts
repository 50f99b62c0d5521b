import { describeGit } from "../git/describe-git.ts";
import type { DescribeProgram, ProgramFacts } from "../program-facts.ts";
import type { Call, Describe } from "./arguments/describe.ts";
import { allOf, found } from "./arguments/facts.ts";
import { FETCHERS } from "./network/fetchers.ts";
import { REMOTES } from "./network/remotes.ts";
import { type ProgramName, programNameOf } from "./program-name.ts";
import { PATTERN_LANGUAGES } from "./reading/awk.ts";
import { FILE_LISTERS } from "./reading/file-listers.ts";
import { FINDERS } from "./reading/find.ts";
import { STREAM_EDITORS } from "./reading/sed.ts";
import { TEXT_READERS } from "./reading/text-readers.ts";
import { BUILDERS } from "./running/builders.ts";
import { INTERPRETERS } from "./running/interpreters.ts";
import { LANGUAGE_PACKAGES } from "./running/language-packages.ts";
import { NODE_RUNTIMES } from "./running/node.ts";
import { NODE_PACKAGES } from "./running/node-packages.ts";
import { placesGiven } from "./running/places-given.ts";
import { PROJECT_TOOLS } from "./running/project-tools.ts";
import { PYTHON } from "./running/python.ts";
import { TASK_RUNNERS } from "./running/task-runners.ts";
import { BUILTINS } from "./shell/builtins.ts";
import { SHELLS } from "./shell/shells.ts";
import { VARIABLES } from "./shell/variables.ts";
import { CONTAINERS } from "./system/containers.ts";
import { SYSTEM_FACTS } from "./system/facts.ts";
import { PRIVILEGES } from "./system/privileges.ts";
import { PROCESSES } from "./system/processes.ts";
import { TERMINALS } from "./system/terminals.ts";
import { WRAPPERS } from "./wrapping/wrappers.ts";
import { ARGUMENT_BUILDERS } from "./wrapping/xargs.ts";
import { ARCHIVES } from "./writing/archives.ts";
import { CHANGERS } from "./writing/changing.ts";
import { COPIERS } from "./writing/copying.ts";
import { OWNERS } from "./writing/owning.ts";
import { TAPE_ARCHIVES } from "./writing/tar.ts";

/** Says what a program with these arguments is about to do; undefined for one nobody knows. */
export const describeProgram: DescribeProgram = (command, surroundings) => {
  const word = command.words[0];
  if (word === undefined) return {};
  const program = programNameOf(word);
  if (program === undefined) return undefined;
  const call: Call = { name: program.name, args: command.words.slice(1), command, surroundings };
  return program.kind === "file" ? factsOfFile(program, call) : factsOfName(call);
};

const PROGRAMS: ReadonlyMap<string, Describe> = new Map(
  [
    PROJECT_TOOLS,
    BUILDERS,
    TASK_RUNNERS,
    TEXT_READERS,
    FILE_LISTERS,
    FINDERS,
    STREAM_EDITORS,
    PATTERN_LANGUAGES,
    CHANGERS,
    COPIERS,
    OWNERS,
    TAPE_ARCHIVES,
    ARCHIVES,
    WRAPPERS,
    ARGUMENT_BUILDERS,
    INTERPRETERS,
    PYTHON,
    NODE_RUNTIMES,
    NODE_PACKAGES,
    LANGUAGE_PACKAGES,
    FETCHERS,
    REMOTES,
    SYSTEM_FACTS,
    CONTAINERS,
    TERMINALS,
    PROCESSES,
    PRIVILEGES,
    SHELLS,
    BUILTINS,
    VARIABLES,
  ].flatMap((family) => Object.entries(family)),
);

function factsOfName(call: Call): ProgramFacts | undefined {
  if (call.name === "git") return describeGit(call.command, call.surroundings);
  const describe = PROGRAMS.get(call.name);
  if (describe !== undefined) return describe(call);
  if (/^mkfs(?:\.\w+)?$/.test(call.name)) return found("disk.format");
  return call.surroundings.allowedCommands.includes(call.name) ? placesGiven(call.args) : undefined;
}

/** A file of the project is its own program; elsewhere, or among its packages, what its name promises counts too. */
function factsOfFile(program: Extract<ProgramName, { kind: "file" }>, call: Call): ProgramFacts {
  const file: ProgramFacts = { runs: [{ kind: "file", path: program.path }] };
  const path = program.path.text ?? "";
  const isOwn =
    !/(?:^|\/)node_modules\/\.bin\/[^/]+$/.test(path) &&
    (!/^[/~]/.test(path) || path.startsWith(`${call.surroundings.workspace}/`));
  const promised = isOwn ? undefined : factsOfName(call);
  return allOf(file, promised ?? placesGiven(call.args));
}

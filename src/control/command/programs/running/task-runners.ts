import type { ProgramFacts } from "../../program-facts.ts";
import type { Word } from "../../simple-command.ts";
import { type Call, type Describe, named, never, programWith, type Programs } from "../arguments/describe.ts";
import { allOf, found, runsFile, runsWords } from "../arguments/facts.ts";
import { isOneOf, literal, partOf } from "../arguments/word.ts";
import { placesGiven } from "./places-given.ts";

/** Tools that run tasks of the project, and other things when they are asked to. */
export const TASK_RUNNERS: Programs = {
  rake: inlineCode(/^-\w*[epE]$|^--execute/),
  rails: ({ args }) => {
    if (isOneOf(args[0], "console", "c", "dbconsole", "db")) return found("terminal.interactive");
    return isOneOf(args[0], "runner", "r") ? CODE : placesGiven(args);
  },
  ...named("task mage doit invoke inv", projectTask),
  just: ({ args }) => {
    const at = args.findIndex((word) => isOneOf(word, "-c", "--command"));
    const shell = args.some(({ text }) => text?.startsWith("--shell")) ? found("program.hidden") : {};
    return allOf(placesGiven(args), shell, at < 0 ? {} : runsWords(args.slice(at + 1)));
  },
  ...named("lerna nx", ({ args }) => {
    const speaks = isOneOf(args[0], "publish", "version", "release", "migrate", "add", "init", "import");
    return commandAfter(args, "exec") ?? allOf(placesGiven(args), speaks ? { network: [] } : {});
  }),
  ...named(
    "stack cabal",
    ({ args }) => commandAfter(args, "exec", "ghc", "runghc", "script", "eval") ?? placesGiven(args),
  ),
  concurrently: programWith(
    "-kgir -n,--names= -c,--prefix-colors= -p,--prefix= -m,--max-processes= -s,--success= -l,--prefix-length= --kill-others --kill-others-on-fail --raw --group --timings --restart-tries= --restart-after= --hide= --no-color",
    ({ operands }) => ({
      runs: operands.map((word) => ({
        kind: "script",
        text: partOf(word, word.text?.replace(/^(?:npm|yarn|pnpm|bun):/, "npm run ")),
      })),
    }),
  ),
  nodemon: programWith(
    "-qVLC -x,--exec=script -w,--watch= -e,--ext= -i,--ignore= -d,--delay= --signal= --config=read --quiet --verbose --legacy-watch --on-change-only --inspect[=]",
    ({ operands: [script, ...rest] }) =>
      script === undefined ? {} : allOf(runsFile(script), placesGiven(rest)),
  ),
  shx: ({ args }) => runsWords(args),
  ...named("pm2 forever", never("session.survive")),
  ...named("pre-commit husky lefthook simple-git-hooks overcommit", hookManager),
  pandoc: ({ args }) =>
    allOf(
      placesGiven(args),
      args.some(({ text }) => /^(?:-F|--filter|--pdf-engine)/.test(text ?? ""))
        ? found("program.hidden")
        : {},
    ),
};

const CODE: ProgramFacts = { runs: [{ kind: "code", language: "code" }] };

function projectTask({ args }: Call): ProgramFacts {
  return placesGiven(args);
}

function inlineCode(option: RegExp): Describe {
  return ({ args }) => (args.some(({ text }) => option.test(text ?? "")) ? CODE : placesGiven(args));
}

/** What a tool runs that is told to run something else: all after two dashes, or after its own options. */
function commandAfter(args: readonly Word[], ...verbs: readonly string[]): ProgramFacts | undefined {
  const at = args.findIndex((word) => isOneOf(word, ...verbs));
  if (at < 0) return undefined;
  const rest = args.slice(at + 1);
  const dashes = rest.findIndex((word) => isOneOf(word, "--"));
  const command = dashes < 0 ? rest.findIndex(({ text }) => text?.startsWith("-") !== true) : dashes + 1;
  return command < 0 ? {} : runsWords(rest.slice(command));
}

/** What puts hooks into a repository, takes them out or points git elsewhere writes what nobody may. */
function hookManager({ args, name }: Call): ProgramFacts {
  const [verb] = args.filter(({ text }) => text?.startsWith("-") !== true);
  if (
    isOneOf(verb, "run", "validate-config", "validate-manifest", "sample-config", "dump", "check", "help") ||
    (verb === undefined && args.length > 0)
  )
    return placesGiven(args);
  if (isOneOf(verb, "autoupdate", "try-repo", "install-hooks", "gc", "clean")) return { network: [] };
  return name === "pre-commit" && verb === undefined ? {} : { writes: [literal(".git/hooks/pre-commit")] };
}

import type { ProgramFacts } from "../../program-facts.ts";
import type { Word } from "../../simple-command.ts";
import { factsOfOperands, named, type Programs } from "../arguments/describe.ts";
import { allOf, found, runsWords } from "../arguments/facts.ts";
import { type Arguments, valuesOf } from "../arguments/parse-arguments.ts";
import { isOneOf, literal } from "../arguments/word.ts";
import { interpreter, onlyTuned } from "./interpreters.ts";
import { placesGiven } from "./places-given.ts";

/** The Python interpreter; a module given by `-m` is judged as the program it is. */
export const PYTHON: Programs = named(
  "python python2 python3 pypy pypy3",
  interpreter({
    language: "python",
    options: "-bBdEhIOPqRsSuvVx -c= -i!terminal.interactive -m= -W= -X= --check-hash-based-pycs= -?",
    code: ["-c"],
    last: ["-c", "-m"],
    idle: ["-V", "-h", "-?"],
    also: (args) => onlyTuned(valuesOf(args, "-X"), /^[\w=.]+$/),
    instead: moduleRun,
  }),
);

/** Modules that are programs of their own by the same name. */
const PROGRAMS = new Set(
  "pytest mypy pip black ruff isort flake8 pylint coverage tox nox build twine pyright bandit poetry uv pipenv sphinx pre_commit pdm hatch unittest2 nose2 yapf autopep8 pydocstyle pyupgrade radon vulture mkdocs cython jupyter ipython pipx virtualenv conda".split(
    " ",
  ),
);

/** Modules that look or compute. */
const HARMLESS = new Set(
  "unittest doctest venv compileall py_compile site sysconfig platform this dis ast tokenize tabnanny calendar pstats inspect symtable pyclbr ensurepip zipapp".split(
    " ",
  ),
);

/** Modules that run a program and look on. */
const WATCHING = new Set("trace cProfile profile".split(" "));

const READING = new Set("json.tool json base64 quopri uu zipfile tarfile gzip".split(" "));

const SPEAKING = new Set(
  "http.server http ftplib smtplib telnetlib xmlrpc.server wsgiref.simple_server SimpleHTTPServer webbrowser pydoc smtpd".split(
    " ",
  ),
);

function moduleRun(args: Arguments): ProgramFacts | undefined {
  const [module] = valuesOf(args, "-m");
  if (module === undefined) return undefined;
  const name = module.text ?? "";
  if (PROGRAMS.has(name))
    return runsWords([
      literal(name.replace("pre_commit", "pre-commit").replace("sphinx", "sphinx-build")),
      ...args.operands,
    ]);
  if (READING.has(name)) return factsOfReading(name, args.operands);
  if (SPEAKING.has(name))
    return { network: args.operands.filter(({ text }) => text?.startsWith("-") !== true) };
  if (name === "pdb" || name === "code" || name === "idlelib") return found("terminal.interactive");
  if (name === "timeit") return { runs: [{ kind: "code", language: "python" }] };
  if (name === "venv" || name === "zipapp")
    return { writes: args.operands.filter(({ text }) => text?.startsWith("-") !== true) };
  if (WATCHING.has(name)) return watchedRun(args.operands);
  return HARMLESS.has(name) ? placesGiven(args.operands) : found("program.unknown-command");
}

/** What is looked at may be a module again, and is judged like one that runs alone. */
export function watchedRun(args: readonly Word[]): ProgramFacts {
  const at = args.findIndex((word) => isOneOf(word, "-m", "--module"));
  const module = at < 0 ? undefined : args[at + 1];
  if (module === undefined) return placesGiven(args);
  const run = runsWords([literal("python"), literal("-m"), module, ...args.slice(at + 2)]);
  return allOf(placesGiven(args.slice(0, at)), run);
}

/** `json.tool IN OUT` writes its second file; archives are unpacked by `-e`. */
function factsOfReading(name: string, operands: readonly Word[]): ProgramFacts {
  const places = operands.filter(({ text }) => text === undefined || !text.startsWith("-"));
  if (!name.startsWith("json")) return allOf({ reads: places, writes: places.slice(1) });
  return factsOfOperands(places, ["read", "write"]);
}

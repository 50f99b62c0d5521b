import type { ProgramFacts } from "../../program-facts.ts";
import type { Word } from "../../simple-command.ts";
import { type Call, type Describe, named, type Programs } from "../arguments/describe.ts";
import { allOf, found, runsFile, runsWords } from "../arguments/facts.ts";
import { isOneOf, literal } from "../arguments/word.ts";
import { codeFromInput } from "./code-from-input.ts";
import { placesGiven } from "./places-given.ts";

/** How a package manager's sub-commands are told apart. */
interface Verbs {
  /** Works in the project. */
  readonly own: string;
  /** Speaks to the network. */
  readonly speaks?: string;
  /** Runs the program that follows. */
  readonly runs?: string;
  /** Changes settings outside the project. */
  readonly settings?: string;
  /** Options that take the next word, before the sub-command. */
  readonly valued?: string;
  /** An option that says what programs are run. */
  readonly asks?: string;
}

/** Without a sub-command it takes code, typed or from its input. */
const swift: Describe = (call) => {
  const describe = verbs({ own: "build test run", speaks: "package" });
  if (isOneOf(call.args[0], "--version", "--help")) return {};
  const hasVerb = call.args.some(({ text }) => text === undefined || !text.startsWith("-"));
  return hasVerb ? describe(call) : codeFromInput(call, "swift");
};

const TERRAFORM =
  "init plan apply destroy import refresh state get login logout output show providers taint untaint workspace test";

const HELM =
  "install upgrade uninstall rollback repo pull push dependency dep list status get history search test registry";

/** Package managers of languages other than Node's. */
export const LANGUAGE_PACKAGES: Programs = {
  ...named(
    "pip pip2 pip3 pipx",
    verbs({
      own: "list show freeze check debug inspect help hash completion --version -V",
      speaks: "install download wheel index search run upgrade inject upgrade-all runpip",
      settings: "config cache uninstall",
      valued: "--python --log --proxy",
    }),
  ),
  uv: verbs({
    own: "tree version help init venv build format --version -V",
    speaks: "add sync lock pip remove tool python publish export",
    runs: "run",
    settings: "cache self",
    valued: "--directory --project",
  }),
  uvx: () => ({ network: [] }),
  poetry: verbs({
    own: "show check version env build init new about list help --version",
    speaks: "install add update lock publish remove sync search source",
    runs: "run",
    settings: "config cache self",
    valued: "-C --directory -P --project",
  }),
  ...named(
    "pipenv pdm hatch rye",
    verbs({
      own: "graph check --version --venv list info env build version test fmt lint show",
      speaks: "install update lock sync add remove publish upgrade",
      runs: "run",
      settings: "config cache shell",
    }),
  ),
  ...named(
    "conda mamba micromamba",
    verbs({
      own: "list info --version activate deactivate",
      speaks: "install create update search env upgrade remove",
      runs: "run",
      settings: "config init clean",
    }),
  ),
  cargo: verbs({
    own: "build b check c test t run r bench doc d clean clippy fmt fix tree metadata locate-project pkgid version help new init nextest llvm-cov expand --version -V --list deny machete sort hack package verify-project",
    speaks:
      "add install update publish fetch login logout owner yank search generate-lockfile vendor remove uninstall audit outdated binstall",
    valued: "--color -Z --manifest-path -C",
    asks: "--config",
  }),
  rustup: verbs({
    own: "show which doc --version help",
    speaks: "install update toolchain target component self",
    settings: "default override set",
  }),
  go,
  ...named(
    "bundle bundler",
    verbs({
      own: "list show check info version --version platform licenses",
      speaks: "install update add remove outdated lock package cache",
      runs: "exec",
      settings: "config",
    }),
  ),
  gem: verbs({
    own: "list environment env help contents which specification build --version",
    speaks: "install update push search fetch",
    settings: "uninstall sources",
  }),
  composer: verbs({
    own: "show validate dump-autoload test run-script run check-platform-reqs licenses status depends why list --version -V about",
    speaks: "install update require remove create-project audit outdated self-update search",
    settings: "config global",
  }),
  dotnet: verbs({
    own: "build test run clean format new sln list --version --info help msbuild vstest pack publish watch",
    speaks: "restore add remove nuget tool workload",
  }),
  mix: verbs({
    own: "compile test format credo dialyzer phx.server ecto.migrate help --version clean",
    speaks: "deps.get deps.update hex.publish archive.install local.hex",
  }),
  swift,
  zig: verbs({
    own: "build test fmt version env ast-check build-exe build-lib build-obj run",
    speaks: "fetch",
  }),
  dune: verbs({ own: "build test runtest clean fmt --version" }),
  lein: verbs({ own: "test compile clean check classpath version", speaks: "deps deploy install ancient" }),
  rebar3: verbs({ own: "eunit ct compile clean dialyzer xref version", speaks: "get-deps upgrade hex" }),
  crystal: verbs({ own: "build spec tool docs version --version" }),
  ...named("terraform tofu", verbs({ own: "fmt validate version graph -version", speaks: TERRAFORM })),
  helm: verbs({ own: "lint template version", speaks: HELM, asks: "--post-renderer" }),
  ...named(
    "vcpkg conan",
    verbs({
      own: "list inspect profile --version help",
      speaks: "install create search remote upload download",
    }),
  ),
};

function has(list: string | undefined, name: string): boolean {
  return list?.split(" ").includes(name) === true;
}

/** Finds the sub-command and says what kind it is. */
function verbs(kinds: Verbs): Describe {
  return ({ args }) => {
    const at = verbAt(args, kinds.valued ?? "");
    const name = args[at]?.text;
    const rest = args.slice(at + 1);
    if (at >= args.length) return {};
    if (args.some(({ text }) => kinds.asks !== undefined && text?.startsWith(kinds.asks) === true))
      return found("arguments.unknown");
    if (name === undefined) return found("arguments.computed");
    if (has(kinds.own, name)) return placesGiven([...args.slice(0, at), ...rest]);
    if (has(kinds.speaks, name))
      return allOf({ network: rest.filter(isAddress) }, placesGiven(rest.filter((word) => !isAddress(word))));
    if (has(kinds.settings, name)) return found("package.settings");
    return has(kinds.runs, name) ? runsAfterOptions(rest) : found("program.unknown-command");
  };
}

/** The first word that is neither an option nor the value of one. */
function verbAt(args: readonly Word[], valued: string): number {
  const skipped = valued.split(" ");
  let at = 0;
  while (at < args.length) {
    const text = args[at]?.text ?? "x";
    if (text.startsWith("+")) at += 1;
    else if (!text.startsWith("-") || /^(?:--version|-V|--info|--list|--venv)$/.test(text)) break;
    else at += skipped.includes(text) ? 2 : 1;
  }
  return at;
}

/** Options of `run` itself are few; those that take a word are named. */
function runsAfterOptions(words: readonly Word[]): ProgramFacts {
  const end = words.findIndex(
    (word, at) => !/^-./.test(word.text ?? "") && !RUN_VALUED.has(words[at - 1]?.text ?? ""),
  );
  const options = words.slice(0, end < 0 ? words.length : end);
  const [module] = options.filter((_, at) => isOneOf(options[at - 1], "-m", "--module"));
  const rest = (end < 0 ? [] : words.slice(end)).filter(({ text }, at) => at > 0 || text !== "--");
  const speaks = options.some(({ text }) =>
    /^--(?:with|from|index|default-index|extra-index)/.test(text ?? ""),
  );
  return allOf(
    module === undefined ? runsProgram(rest) : runsWords([literal("python"), literal("-m"), module, ...rest]),
    speaks ? { network: [] } : {},
  );
}

const RUN_VALUED = new Set(
  "--with --with-requirements --extra --group --python -p --env-file --directory --project --package -n --name --index --index-url --from -m --module".split(
    " ",
  ),
);

/** A script of the project may be named without its interpreter. */
function runsProgram(words: readonly Word[]): ProgramFacts {
  const [script, ...rest] = words;
  if (/^(?:https?|ftp):/.test(script?.text ?? "")) return found("code.from-network");
  if (script?.text === "-") return runsFile(script);
  return /\.(?:py|rb|js)$/.test(script?.text ?? "") && script !== undefined
    ? allOf(runsFile(script), placesGiven(rest))
    : runsWords(words);
}

function isAddress({ text }: Word): boolean {
  return text === undefined || /^(?:git\+|https?:|ssh:|git@|file:)|@/.test(text);
}

const GO_OWN = new Set(
  "build test vet fmt list doc clean fix tool version env generate help work bug telemetry".split(" "),
);

/** Programs that wrap the compiler or the tests are given by options. */
function go({ args }: Call): ProgramFacts {
  const [verb, ...rest] = args;
  const wraps = rest.filter((_, at) =>
    isOneOf(rest[at - 1], "-exec", "-toolexec", "--exec", "--toolexec", "-vettool"),
  );
  const attached = rest.some(({ text }) =>
    /^--?(?:exec|toolexec|vettool)=|(?:^|[ =])-extld[= ]/.test(text ?? ""),
  );
  const hidden = wraps.length > 0 || attached ? found("program.hidden") : {};
  if (verb === undefined) return {};
  if (isOneOf(verb, "env") && rest.some((word) => isOneOf(word, "-w", "-u")))
    return found("package.settings");
  if (isOneOf(verb, "get", "install"))
    return allOf(
      hidden,
      rest.every(({ text }) => /^(?:\.|-)/.test(text ?? "")) && isOneOf(verb, "install")
        ? {}
        : { network: rest.filter(isAddress) },
    );
  if (isOneOf(verb, "mod"))
    return isOneOf(rest[0], "verify", "graph", "why", "edit", "init") ? placesGiven(rest) : { network: [] };
  if (isOneOf(verb, "run"))
    return allOf(hidden, rest.some(isAddress) ? { network: rest.filter(isAddress) } : placesGiven(rest));
  return GO_OWN.has(verb.text ?? "") ? allOf(hidden, placesGiven(rest)) : found("program.unknown-command");
}

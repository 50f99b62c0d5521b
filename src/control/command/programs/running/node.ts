import type { ProgramFacts } from "../../program-facts.ts";
import type { Word } from "../../simple-command.ts";
import { type Call, type Describe, named, type Programs } from "../arguments/describe.ts";
import { allOf, factsOfOptions, found, runsFile } from "../arguments/facts.ts";
import { optionTable } from "../arguments/option-table.ts";
import { type Arguments, hasOption, parseArguments, valuesOf } from "../arguments/parse-arguments.ts";
import { isOneOf } from "../arguments/word.ts";
import { codeFromInput } from "./code-from-input.ts";
import { placesGiven } from "./places-given.ts";

const NODE = optionTable(
  `-hv -i,--interactive!terminal.interactive -e,--eval= -p,--print[=] -pe,= -c,--check -C,--conditions= -r,--require= --import= --loader= --experimental-loader= --env-file=read --env-file-if-exists=read --run= --test
  --inspect[=] --inspect-brk[=] --inspect-port= --watch --watch-path= --input-type= --max-old-space-size= --stack-size= --title= --unhandled-rejections= --tsconfig= --redirect-warnings=write --diagnostic-dir=write
  --cpu-prof --cpu-prof-dir=write --cpu-prof-name=write --heap-prof --heap-prof-dir=write --report-dir=write --openssl-config!code.library= --icu-data-dir=read --snapshot-blob=write --build-snapshot --preserve-symlinks --expose-gc --prof
  --test-reporter= --test-reporter-destination=write --test-name-pattern= --test-concurrency= --test-timeout= --test-only -T,--transpile-only -P,--project=read --esm --files --swc -O,--compiler-options= --throw-deprecation --version --help --permission --allow-fs-read= --allow-fs-write=`,
);

/** Switches of the engine that only tune it, of which there are hundreds. */
const TUNING =
  /^--(?:no-|experimental-|trace-|max-|enable-|disable-|harmony|stack-|test-|pending-|dns-|force-|frozen-|jitless|use-|zero-fill|verify-|abort-on)/;

const node: Describe = (call) => {
  const words = call.args.filter(
    ({ text }) =>
      text === undefined ||
      !TUNING.test(text) ||
      /[=][^=]*[/\\]/.test(text) ||
      NODE.byName.has(text.replace(/=.*/s, "")),
  );
  const args = parseArguments(words, NODE, { optionsFirst: true });
  return allOf(factsOfOptions(args), factsOfPreloads(args), factsOfRest(call, args));
};

/** Node, its TypeScript runners, and the runtimes that took its place. */
export const NODE_RUNTIMES: Programs = {
  ...named("node nodejs tsx ts-node ts-node-esm vite-node babel-node esno jiti swc-node", node),
  deno,
};

/** A module loaded first is a file of the project or one of its packages; as a `data:` address it is code. */
function factsOfPreloads(args: Arguments): ProgramFacts {
  const modules = valuesOf(args, "-r", "--import", "--loader", "--experimental-loader", "--test-reporter");
  const files = modules.filter(({ text }) => text === undefined || /^[./~]|^file:/.test(text));
  const isCode = modules.some(({ text }) => /^(?:data|https?):/.test(text ?? ""));
  return allOf(
    ...files.map((path) => runsFile(path)),
    isCode ? found("code.decoded") : {},
    hasOption(args, "--inspect", "--inspect-brk") ? { network: [] } : {},
  );
}

function factsOfRest(call: Call, args: Arguments): ProgramFacts {
  const [script, ...rest] = args.operands;
  if (hasOption(args, "--version", "--help", "-v", "-h", "--run", "--test", "-c"))
    return placesGiven(args.operands);
  if (hasOption(args, "-e", "-p", "-pe")) return { runs: [{ kind: "code", language: "javascript" }] };
  if (isOneOf(script, "inspect", "debug") && call.name.startsWith("node"))
    return found("terminal.interactive");
  if (call.name === "tsx" && isOneOf(script, "watch", "test")) return factsOfScript(call, rest);
  return factsOfScript(call, args.operands);
}

function factsOfScript(call: Call, [script, ...rest]: readonly Word[]): ProgramFacts {
  if (script === undefined || isOneOf(script, "-", "/dev/stdin")) return codeFromInput(call, "javascript");
  return allOf(runsFile(script, "javascript"), placesGiven(rest));
}

const DENO_OWN = new Set(
  "test fmt lint check task bench doc info types --version -V help --help coverage".split(" "),
);

/** What deno runs may be an address, and then comes from the network. */
function deno({ args, ...call }: Call): ProgramFacts {
  const [verb, ...rest] = args;
  if (verb === undefined || isOneOf(verb, "repl")) return codeFromInput({ args, ...call }, "javascript");
  const file = rest.find(({ text }) => text === undefined || !/^-./.test(text));
  if (isOneOf(verb, "eval")) return { runs: [{ kind: "code", language: "javascript" }] };
  if (rest.some(({ text }) => /^(?:https?|npm|jsr):/.test(text ?? "")))
    return allOf(
      { network: rest },
      isOneOf(verb, "run", "serve", "x") && /^https?:/.test(file?.text ?? "")
        ? found("code.from-network")
        : {},
    );
  if (isOneOf(verb, "run", "serve", "compile"))
    return file === undefined ? {} : allOf(runsFile(file, "javascript"), placesGiven(rest));
  if (DENO_OWN.has(verb.text ?? "")) return placesGiven(rest);
  return isOneOf(verb, "install", "add", "cache", "remove", "upgrade", "publish", "outdated", "jupyter")
    ? { network: [] }
    : found("program.unknown-command");
}

import type { ProgramFacts } from "../../program-facts.ts";
import type { Word } from "../../simple-command.ts";
import { type Call, named, type Programs } from "../arguments/describe.ts";
import { allOf, factsOfOptions, found, runsFile, runsWords } from "../arguments/facts.ts";
import { optionTable } from "../arguments/option-table.ts";
import { parseArguments } from "../arguments/parse-arguments.ts";
import { isOneOf, literal, partOf } from "../arguments/word.ts";
import { codeFromInput } from "./code-from-input.ts";
import { executor, runsPackageProgram } from "./package-programs.ts";
import { placesGiven } from "./places-given.ts";

/** The package managers of Node. */
export const NODE_PACKAGES: Programs = {
  ...named("npm pnpm yarn bun", manager),
  ...named("npx pnpx bunx", executor),
  corepack: ({ args }) =>
    isOneOf(args[0], "--version") ? {} : allOf(found("package.settings"), { network: [] }),
  ...named("nvm fnm volta n", ({ args }) =>
    isOneOf(args[0], "ls", "list", "current", "version", "--version", "which", "use", "env")
      ? {}
      : { network: [] },
  ),
};

const OPTIONS = optionTable(
  `-C,--prefix,--cwd,--dir=file -w,--workspace,--filter,-F= --script-shell=hidden --shell=hidden --node-options!code.library= --userconfig=read --globalconfig=read --registry=network --cache=write
  --no-commit-hooks!git.skip-hooks --commit-hooks[=] --git!program.hidden= --editor!program.hidden= --viewer!program.hidden= --browser!program.hidden= --init-module=file --onload-script=file -g,--global!package.settings
  --location!package.settings= --preload=file`,
);

/** Options of the manager itself may stand anywhere before `--`; those not in the table change nothing that matters here. */
function manager(call: Call): ProgramFacts {
  const end = call.args.findIndex(({ text }) => text === "--");
  const settings = parseArguments(end < 0 ? call.args : call.args.slice(0, end), OPTIONS);
  const [verb] = settings.operands;
  const rest =
    verb === undefined
      ? []
      : call.args.slice(call.args.indexOf(verb) + 1).filter(({ text }) => text !== "--");
  return allOf(
    factsOfOptions({ ...settings, unknown: [] }),
    inlineCode(call),
    verb === undefined ? factsWithoutVerb(call) : factsOfVerb(verb, rest, call),
  );
}

/** Only bun is a runtime too. */
function inlineCode(call: Call): ProgramFacts {
  const { name, args } = call;
  if (name === "bun" && args.some((word) => isOneOf(word, "-", "/dev/stdin")))
    return codeFromInput(call, "javascript");
  return name === "bun" && args.some(({ text }) => /^(?:-[ep]|--eval|--print)/.test(text ?? ""))
    ? { runs: [{ kind: "code", language: "javascript" }] }
    : {};
}

/** Alone, yarn installs and bun waits for code. */
function factsWithoutVerb({ name, args }: Call): ProgramFacts {
  if (args.some(({ text }) => /^--?(?:v|version|h|help)$/.test(text ?? ""))) return {};
  return name === "yarn" ? { network: [] } : {};
}

const SPEAKING = new Set(
  `install i in ins inst insta add ci clean-install ic install-clean isntall update up upgrade udpate outdated audit view info show v search publish unpublish deprecate dist-tag owner access team org profile token login logout
  adduser whoami star unstar stars ping hook diff dedupe ddp install-test it install-ci-test cit fetch import link ln doctor self-update env deploy upgrade-interactive plugin global pm repl sbom`.split(
    /\s+/,
  ),
);

const CHANGING = new Set(
  "pack version prune shrinkwrap uninstall remove rm r un unlink rebuild rb patch patch-commit".split(" "),
);

const SETTING = new Set("config c get set cache store".split(" "));

/** What npm runs of the project, or tells about it; the others take any other word for one of the project's scripts. */
const NPM_OWN = new Set(
  "test t tst start stop restart run run-script rum urn ls list ll la explain why help root prefix bin query completion fund".split(
    " ",
  ),
);

function factsOfVerb(verb: Word, rest: readonly Word[], call: Call): ProgramFacts {
  const { text: name } = verb;
  if (name === undefined) return found("arguments.computed");
  if (name === "exec" || name === "x" || name === "dlx")
    return runsPackageProgram(rest, call, name === "dlx" || call.name === "bun");
  if (name === "init" || name === "create" || name === "innit") return factsOfInit(name, call, rest);
  if (SETTING.has(name)) return factsOfSettings(name, rest);
  if (SPEAKING.has(name)) return { network: rest.filter(isAddress) };
  if (CHANGING.has(name)) return { writes: [literal("package.json")] };
  return call.name === "npm" ? factsOfNpm(name, rest) : factsOfOthers(verb, rest, call);
}

function factsOfNpm(name: string, rest: readonly Word[]): ProgramFacts {
  if (name === "pkg") return factsOfManifest(rest);
  if (name === "set-script") return setsScripts(rest.slice(1));
  if (name === "edit" || name === "explore") return found("terminal.interactive");
  if (name.startsWith("run") && rest.length === 1 && isOneOf(rest[0], "env"))
    return found("secret.environment");
  return NPM_OWN.has(name) ? placesGiven(rest) : found("program.unknown-command");
}

/** `npm pkg set scripts.NAME=TEXT` puts shell text where any later call runs it. */
function factsOfManifest([verb, ...settings]: readonly Word[]): ProgramFacts {
  if (isOneOf(verb, "get")) return {};
  const scripts = settings.filter(({ text }) => text === undefined || text.startsWith("scripts"));
  return setsScripts(scripts.map((word) => partOf(word, word.text?.replace(/^[^=]*=?/, ""))));
}

function setsScripts(texts: readonly Word[]): ProgramFacts {
  return { writes: [literal("package.json")], runs: texts.map((text) => ({ kind: "script", text })) };
}

function factsOfOthers(verb: Word, rest: readonly Word[], call: Call): ProgramFacts {
  const { text: name = "" } = verb;
  if (name === "node") return runsWords([verb, ...rest]);
  if (name === "workspace" && rest[1] !== undefined) return factsOfVerb(rest[1], rest.slice(2), call);
  if (name === "workspaces")
    return rest.every(
      ({ text }) =>
        /^(?:list|info|foreach|run|-.*|[\w:]+)$/.test(text ?? "") &&
        !/^(?:exec|dlx|node|add)$/.test(text ?? ""),
    )
      ? {}
      : found("program.unknown-command");
  return call.name === "bun" && /[./]/.test(name)
    ? allOf(runsFile(verb), placesGiven(rest))
    : placesGiven(rest);
}

function isAddress({ text }: Word): boolean {
  return text === undefined || /:|\//.test(text);
}

/** `npm init` asks questions, and with a name runs a package it fetches. */
function factsOfInit(verb: string, call: Call, rest: readonly Word[]): ProgramFacts {
  if (rest.some(({ text }) => text?.startsWith("-") !== true) || verb === "create") return { network: [] };
  const quiet = call.args.some((word) => isOneOf(word, "-y", "--yes"));
  return allOf(
    { writes: [literal("package.json")] },
    quiet || call.name === "pnpm" ? {} : found("program.unknown-command"),
  );
}

function factsOfSettings(verb: string, rest: readonly Word[]): ProgramFacts {
  if (isOneOf(rest[0], "edit")) return found("terminal.interactive");
  return verb === "get" || (verb.startsWith("c") && isOneOf(rest[0], "get", "list", "ls", "verify", "dir"))
    ? {}
    : found("package.settings");
}

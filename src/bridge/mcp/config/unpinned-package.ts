import type { DeclaredServer } from "./declared-server.ts";

/** The package that a row downloads and runs without saying which version, if it does. */
export function unpinnedPackage(server: DeclaredServer): string | undefined {
  if (server.transport !== "stdio") return undefined;
  const runner = RUNNERS.get(programOf(server.command));
  if (runner === undefined) return undefined;
  const words = wordsAfter(server.args, runner.subcommands);
  const name = words === undefined ? undefined : packageIn(words, runner.packageFlags);
  return name === undefined || runner.isPinned.test(name) || isPath(name) ? undefined : name;
}

interface Runner {
  /** The words before the package; none when the program does nothing else. */
  readonly subcommands: readonly string[];
  readonly packageFlags: readonly string[];
  readonly isPinned: RegExp;
}

const NPM_VERSION = /^@?[^@]+@v?\d|\.tgz$/;
const PYTHON_VERSION = /(?:==|@)\d/;
const npm = (...subcommands: readonly string[]): Runner => ({
  subcommands,
  packageFlags: ["-p", "--package"],
  isPinned: NPM_VERSION,
});
const python = (...subcommands: readonly string[]): Runner => ({
  subcommands,
  packageFlags: ["--from", "--spec"],
  isPinned: PYTHON_VERSION,
});

const RUNNERS: ReadonlyMap<string, Runner> = new Map([
  ["npx", npm()],
  ["bunx", npm()],
  ["pnpx", npm()],
  ["npm", npm("exec", "x")],
  ["pnpm", npm("dlx")],
  ["yarn", npm("dlx")],
  ["bun", npm("x")],
  ["uvx", python()],
  ["pipx", python("run")],
]);

function programOf(command: string): string {
  const name = command.split(/[\\/]/).at(-1) ?? "";
  return name.toLowerCase().replace(/\.(?:cmd|exe|ps1|bat)$/, "");
}

function wordsAfter(args: readonly string[], subcommands: readonly string[]): readonly string[] | undefined {
  if (subcommands.length === 0) return args;
  const at = args.findIndex((word) => !word.startsWith("-"));
  return subcommands.includes(args[at] ?? "") ? args.slice(at + 1) : undefined;
}

function packageIn(words: readonly string[], flags: readonly string[]): string | undefined {
  for (const [index, word] of words.entries()) {
    const [flag = "", value] = word.split("=", 2);
    if (flags.includes(flag)) return value ?? words[index + 1];
    if (!word.startsWith("-")) return word;
  }
  return undefined;
}

function isPath(name: string): boolean {
  return /^(?:[./~]|[A-Za-z]:[\\/])/.test(name) || name.includes("${");
}

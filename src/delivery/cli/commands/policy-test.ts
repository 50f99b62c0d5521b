import type { ExplainedPart, PathOp } from "../../../control/index.ts";
import {
  type Config,
  type Explanation,
  loadConfig,
  loadPolicy,
  type PolicyJudge,
  settingsFromConfig,
} from "../../../session/index.ts";
import { configRequestOf, noteDiagnostics } from "../config-request.ts";
import { EXIT } from "../exit-code.ts";
import { block, oneLine, printable } from "../printable.ts";
import type { SessionFlags } from "../session-flags.ts";
import { table } from "../table.ts";
import type { Terminal } from "../terminal.ts";
import { UsageFault } from "../usage-fault.ts";

/** The flags that say what is judged. */
export interface PolicyTestFlags extends SessionFlags {
  readonly url?: string;
  readonly path?: string;
  readonly op?: string;
  readonly batch?: string | true;
}

/** `deckhand policy test`: the verdict, the rule and the reason; whatever they are, the question was answered. */
export async function policyTest(
  words: readonly string[],
  flags: PolicyTestFlags,
  terminal: Terminal,
): Promise<number> {
  const question = questionOf(words, flags);
  if (question.kind === "batch") {
    const { policyBatch } = await import("./policy-batch.ts");
    return policyBatch(question.file, terminal);
  }
  const request = configRequestOf(flags);
  const { config, diagnostics } = await loadConfig(request);
  noteDiagnostics(diagnostics, terminal);
  const { settings } = await settingsFromConfig(withoutOthers(config));
  const { openJudge } = await loadPolicy();
  const govern = { ...settings.govern, configFile: request.configFile };
  const judge = await openJudge({ ...settings, cwd: request.cwd, govern });
  try {
    const subject = question.kind === "command" ? await commandOf(question.words, terminal) : question.text;
    const explanation = await explain({ ...question, text: subject }, judge);
    const json = JSON.stringify({ [question.kind]: subject, ...explanation });
    terminal.out(flags.json === true ? json : page(subject, explanation, terminal));
    return EXIT.ok;
  } finally {
    await judge.close();
  }
}

const OPS: readonly string[] = ["read", "list", "write", "create", "delete"] satisfies readonly PathOp[];

type Question =
  | { readonly kind: "batch"; readonly file: string | undefined }
  | { readonly kind: "command"; readonly words: readonly string[] }
  | { readonly kind: "url"; readonly text: string }
  | { readonly kind: "path"; readonly text: string; readonly op: PathOp };

function questionOf(words: readonly string[], { batch, url, path, op }: PolicyTestFlags): Question {
  const asked = [words.length > 0, url !== undefined, path !== undefined, batch !== undefined];
  if (asked.filter(Boolean).length !== 1) {
    throw new UsageFault(
      "policy test takes one thing to judge.",
      "Give a command, or --url URL, or --path PATH, or --batch [FILE].",
    );
  }
  if (op !== undefined && path === undefined) {
    throw new UsageFault(
      "--op is for a --path.",
      "Put -- before a command that has a flag of this name, or leave it away.",
    );
  }
  if (batch !== undefined)
    return { kind: "batch", file: batch === true || batch === "-" ? undefined : batch };
  if (url !== undefined) return { kind: "url", text: url };
  if (path === undefined) return { kind: "command", words: knownWords(words) };
  return { kind: "path", text: path, op: knownOp(op ?? "read") };
}

function knownOp(op: string): PathOp {
  if (OPS.includes(op)) return op as PathOp;
  throw new UsageFault(
    `--op ${JSON.stringify(op)} is nothing that is done to a path.`,
    `Give one of ${OPS.join(", ")}.`,
  );
}

/** A flag in front of every word is a misspelled one of ours. */
function knownWords(words: readonly string[]): readonly string[] {
  const [first = ""] = words;
  if (!first.startsWith("-") || first === "-") return words;
  throw new UsageFault(`unknown option '${first}'`, "Put -- before a command that begins with a dash.");
}

async function commandOf(words: readonly string[], { interrupt }: Terminal): Promise<string> {
  const isFromInput = words.length === 1 && words[0] === "-";
  const { readCommand } = await import("../read-command.ts");
  const command = isFromInput ? await readCommand(interrupt) : words.join(" ");
  if (command.trim() !== "") return command;
  throw new UsageFault("There is no command to judge.", "Give one, or send one on standard input with -.");
}

async function explain(
  question: Exclude<Question, { kind: "batch" }> & { readonly text: string },
  judge: PolicyJudge,
): Promise<Explanation> {
  const { explainCommand, explainPath, explainUrl } = await loadPolicy();
  switch (question.kind) {
    case "command":
      return explainCommand(question.text, judge);
    case "url":
      return explainUrl(question.text, judge);
    case "path":
      return explainPath(question.text, question.op, judge);
  }
}

/** Nobody's code is loaded, and nobody is told, for a question. */
function withoutOthers(config: Config): Config {
  return { ...config, addons: [], openapi: [], telemetry: { ...config.telemetry, endpoint: false } };
}

const COLOURS = { allow: "green", ask: "yellow", deny: "red" } as const;

function page(subject: string, explanation: Explanation, terminal: Terminal): string {
  const { verdict, rule, reason, part, parts = [], real } = explanation;
  const facts: readonly (readonly [string, string | undefined])[] = [
    ["rule", rule],
    ["why", reason],
    ["in", part === subject ? undefined : part],
    ["leads to", real === subject ? undefined : real],
  ];
  const rows = facts.flatMap(([label, value]) =>
    value === undefined ? [] : [[`  ${terminal.paint("dim", label)}`, oneLine(value, 400)]],
  );
  return [
    `${terminal.paint(COLOURS[verdict], verdict)}  ${terminal.paint("bold", printable(subject))}`,
    table(rows),
    ...(parts.length < 2 ? [] : ["", partTable(parts, terminal)]),
    "",
    outcomeOf(explanation),
  ].join("\n");
}

function partTable(parts: readonly ExplainedPart[], terminal: Terminal): string {
  const head = ["VERDICT", "COMMAND", "RULE", "WHY"].map((title) => terminal.paint("dim", title));
  const rows = parts.map(({ verdict, part, rule, reason }) => [
    terminal.paint(COLOURS[verdict], verdict),
    oneLine(part, 60),
    rule,
    oneLine(reason, 200),
  ]);
  return table([head, ...rows]);
}

const OUTCOMES = {
  allow: "it runs without a question.",
  ask: "a person is asked.",
  deny: "it is refused.",
} as const;

const WALLS = {
  sandbox: ", in the sandbox",
  missing: ", without a sandbox (none works here)",
  waived: ", without a sandbox (the configuration waives it)",
} as const;

function outcomeOf({ consequence: { trust, containment, outcome, note, byRule } }: Explanation): string {
  const where = containment === undefined ? "" : WALLS[containment];
  const answer = `At ${trust}${where}: ${OUTCOMES[outcome]}`;
  if (byRule !== undefined) return `${answer}\n${block(`by rule: ${byRule}`)}`;
  return note === undefined ? answer : `${answer}\n${block(outcome === "allow" ? `marked: ${note}` : note)}`;
}

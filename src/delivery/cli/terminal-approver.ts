import { startedByTool } from "../../backends/index.ts";
import { type Approval, type Approver, type ApproverAnswer, sentenceOf } from "../../control/index.ts";
import { askLine } from "./ask-line.ts";
import { oneLine, printable } from "./printable.ts";
import type { AskingStreams } from "./terminal-asker.ts";
import type { Terminal } from "./terminal.ts";

/** How an approver asks at a terminal. */
export interface TerminalApproverOptions {
  /** With --json nobody is asked anything. */
  readonly isJson: boolean;
  readonly streams?: AskingStreams;
  /** Told before each question, such as to stop a line that moves. */
  readonly onAsk?: (() => void) | undefined;
}

/**
 * Asks the person at this terminal, one question after the other. In a pipe, a script or with --json there is nobody, and
 * the terminal of a command that a tool runs is the tool's.
 */
export function terminalApprover(
  terminal: Pick<Terminal, "note" | "paint" | "status">,
  { isJson, streams = { input: process.stdin, output: process.stderr }, onAsk }: TerminalApproverOptions,
): Approver {
  let last: Promise<unknown> = Promise.resolve();
  return {
    by: "terminal",
    ask: (approval, cancel) => {
      const mine = last.then(async (): Promise<ApproverAnswer> => {
        if (isJson || streams.input.isTTY !== true || streams.output.isTTY !== true) return "unavailable";
        if (await startedByTool()) return "unavailable";
        cancel.throwIfAborted();
        onAsk?.();
        return question(approval, terminal, streams, cancel);
      });
      last = mine.catch(() => undefined);
      return mine;
    },
  };
}

const MOST_TRIES = 3;

async function question(
  approval: Approval,
  terminal: Pick<Terminal, "note" | "paint" | "status">,
  streams: AskingStreams,
  cancel: AbortSignal,
): Promise<ApproverAnswer> {
  const answers = answersTo(approval);
  terminal.status("");
  terminal.note(shownApproval(approval, terminal));
  terminal.note(
    answers.map(({ key, means }) => `  ${terminal.paint("bold", key, "note")}  ${means}`).join("\n"),
  );
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const typed = await askLine("> ", streams, cancel);
    if (typed.kind === "refused") return "deny";
    if (typed.kind === "gone") return "unavailable";
    const word = typed.text.toLowerCase();
    const chosen = answers.find(({ key, words }) => word === key || words.includes(word));
    if (chosen !== undefined) return chosen.answer;
  }
  return "unavailable";
}

/** What a person should see before they decide: why they are asked, and the exact call. */
export function shownApproval(
  { reason, preview }: Pick<Approval, "reason" | "preview">,
  terminal: Pick<Terminal, "paint">,
  to: "out" | "note" = "note",
): string {
  return `${terminal.paint("yellow", "approval:", to)} ${oneLine(reason, 500)}\n${printable(preview)}`;
}

interface Choice {
  readonly key: string;
  readonly words: readonly string[];
  readonly means: string;
  readonly answer: Exclude<ApproverAnswer, "unavailable">;
}

function answersTo({ rule, everyTime }: Approval): readonly Choice[] {
  const wider: readonly Choice[] = [
    { key: "s", words: ["session"], means: "this exact call, for the session", answer: "session" },
    ...(rule === undefined
      ? []
      : [
          {
            key: "r",
            words: ["rule"],
            means: printable(sentenceOf(rule)),
            answer: "rule",
          } as const,
        ]),
  ];
  return [
    { key: "y", words: ["yes", "once"], means: "once", answer: "once" },
    ...(everyTime === true ? [] : wider),
    { key: "n", words: ["no"], means: "no", answer: "deny" },
  ];
}

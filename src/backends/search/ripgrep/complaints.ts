import { Fault } from "../../../kernel/index.ts";
import { patternFault } from "../pattern-fault.ts";
import type { RunningTally } from "../search-run.ts";

/** What ripgrep says beside its findings. */
export interface Complaints {
  hear(chunk: Buffer): void;
  /** The reason a run ended with an error of its own, if it did. */
  fault(): Fault | undefined;
}

const LOG = /^(?:rg: )?(?:DEBUG|TRACE)\|/;
const TOO_LARGE = / ignoring .*: \d+ bytes$/;
const HIDDEN_BY_RULE = / ignoring .*: Ignore\(IgnoreMatch\((?!Override|Types|Hidden)/;
const ABOUT_ONE_PATH = /^(?:rg: )?\.\//;
const ADVICE = /^(?:rg: )?(?:No files were searched|Running with --debug)/;

/** A line is not remembered beyond this, nor are all lines together. */
const MEMORY = 16_384;

/** Listens to ripgrep's stderr: what it passed over goes into the tally, the rest is kept to explain a failure. */
export function createComplaints(tally: RunningTally): Complaints {
  let pending = "";
  let words = "";
  const hearLine = (line: string): void => {
    if (LOG.test(line)) countLog(line, tally);
    else if (ABOUT_ONE_PATH.test(line)) tally.unreadable += 1;
    else if (!ADVICE.test(line) && words.length < MEMORY) words += `${line}\n`;
  };
  return {
    hear(chunk) {
      const lines = (pending + chunk.toString("utf8")).split("\n");
      pending = (lines.pop() ?? "").slice(-MEMORY);
      for (const line of lines) hearLine(line);
    },
    fault: () => explain(words + pending),
  };
}

function countLog(line: string, tally: RunningTally): void {
  if (TOO_LARGE.test(line)) tally.large = (tally.large ?? 0) + 1;
  else if (HIDDEN_BY_RULE.test(line)) tally.ignored = (tally.ignored ?? 0) + 1;
}

function explain(words: string): Fault | undefined {
  if (words.trim() === "") return undefined;
  const type = /unrecognized file type: (.*)/.exec(words);
  if (type !== null) {
    const hint = "Types are ripgrep's, such as ts, js, py, rust, go, md or json; use glob for anything else.";
    return new Fault("invalid_input", `Unknown file type "${type[1]}".`, { hint });
  }
  const glob = /error parsing glob .*/.exec(words);
  if (glob !== null) return new Fault("invalid_input", `The glob does not parse: ${glob[0]}`);
  const complaint = patternComplaint(words);
  if (complaint !== undefined) return patternFault(complaint);
  return new Fault("tool_error", `The search failed: ${words.trim().split("\n")[0]}`);
}

/** The one sentence of a pattern error that matters: PCRE2's where the pattern needs it, the default engine's otherwise. */
function patternComplaint(words: string): string | undefined {
  const plain = /^error: (.*)/m.exec(words)?.[1];
  const pcre = /PCRE2: error compiling pattern at (.*)/.exec(words)?.[1];
  if (plain === undefined || /look-around|backreference/.test(plain))
    return pcre ?? plain ?? otherwise(words);
  return plain;
}

function otherwise(words: string): string | undefined {
  return /regex|pattern/i.test(words) ? words.trim().split("\n")[0] : undefined;
}

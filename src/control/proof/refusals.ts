import type { Evidence, FsFault, FsFile, SeenRange } from "../../kernel/index.ts";
import type { Decision } from "../decision.ts";
import { claimsOf, isStillThere, type ProofLimits } from "./still-true.ts";

/** Refuses a change of a file that was never read. */
export function unread(path: string, isPart: boolean, tool: string): Decision {
  const what = isPart ? `${tool} changes what is in it` : `${tool} replaces all that is in it`;
  return denied(
    `${path} exists and has not been read in this session.`,
    `Read ${path} first: ${what}. Then repeat the call. ${otherwise(path)}`,
  );
}

function otherwise(path: string): string {
  return isNotebook(path)
    ? "If it is long, the page with the cell is enough."
    : "A file that read cannot show is changed by a command.";
}

/** Refuses a proof that is about another file than the one to change. */
export function otherPath(path: string, { path: proven }: Evidence): Decision {
  return denied(`The proof is for ${proven}, not for ${path}.`, `Read ${path} first, then repeat the call.`);
}

/** Refuses a change of something that cannot be read, so that nobody knows what it replaces. */
export function unreadable(path: string, { message, hint }: FsFault): Decision {
  return denied(`${path} cannot be read, so nothing shows what would be replaced: ${message}.`, hint);
}

/** A file of which something was seen, but not what is needed or not as it is now. */
interface OutdatedProof {
  readonly path: string;
  readonly tool: string;
  readonly file: FsFile;
  /** All about this file, the newest first. */
  readonly evidence: readonly Evidence[];
  readonly isPart: boolean;
  readonly limits: ProofLimits;
}

/** Refuses a change on a proof that is not enough, and says what to read. */
export async function outdated(proof: OutdatedProof): Promise<Decision> {
  const { path, tool, file, evidence, isPart, limits } = proof;
  const [newest] = evidence;
  const claims = newest === undefined ? [] : claimsOf(newest, file);
  if (
    newest?.identity === file.identity &&
    !canBeHashed(isPart ? claims : [{ start: 0, end: file.size }], limits)
  ) {
    const minutes = Math.ceil(limits.maxAgeMs / 60_000);
    return denied(
      `${path} cannot be compared with what you read${momentOf(newest)}; such a proof holds for ${minutes} min.`,
      `Read ${path} again, then repeat the call.`,
    );
  }
  const lines = await linesOf(file, claims.slice(0, MOST_NAMED));
  if (!isPart && (await isPartial(file, evidence))) {
    return denied(
      `${tool} replaces all of ${path}, and you have read only ${lines ?? "a part"} of it.`,
      `Read the rest of ${path} and repeat the call, or change only what you have read with edit.`,
    );
  }
  return denied(
    `${path} changed since you read it${momentOf(newest)}.`,
    `Read ${isPart && lines !== undefined ? `${lines} of ${path}` : path} again, then repeat the call.`,
  );
}

function denied(reason: string, hint: string | undefined): Decision {
  return { verdict: "deny", code: "denied_proof", reason, ...(hint === undefined ? {} : { hint }) };
}

function canBeHashed(
  stretches: readonly Pick<SeenRange, "start" | "end">[],
  { maxHashBytes }: ProofLimits,
): boolean {
  return stretches.length > 0 && stretches.every(({ start, end }) => end - start <= maxHashBytes);
}

function momentOf(newest: Evidence | undefined): string {
  return newest?.at === undefined ? "" : ` at ${new Date(newest.at).toISOString()}`;
}

/** Tells whether the newest proof is true and only does not go far enough. */
async function isPartial(file: FsFile, evidence: readonly Evidence[]): Promise<boolean> {
  if (evidence.some(({ whole }) => whole !== undefined)) return false;
  const [claim] = evidence[0]?.ranges ?? [];
  return claim !== undefined && (await isStillThere(file, claim));
}

const MOST_NAMED = 3;
const COUNTED_BYTES = 1024 * 1024;
const LINE_FEED = 0x0a;

/** Names ranges by their lines in the file as it is now; undefined where that would take long or mean nothing. */
async function linesOf(file: FsFile, ranges: readonly SeenRange[]): Promise<string | undefined> {
  const last = Math.max(0, ...ranges.map(({ end }) => end));
  if (ranges.length === 0 || last > COUNTED_BYTES || isNotebook(file.path)) return undefined;
  const bytes = await file.read(0, last);
  const lineAt = (offset: number): number => {
    let line = 1;
    for (let at = bytes.indexOf(LINE_FEED); at >= 0 && at < offset; at = bytes.indexOf(LINE_FEED, at + 1))
      line += 1;
    return line;
  };
  const named = ranges.map(({ start, end }) => {
    const [from, to] = [lineAt(start), lineAt(Math.max(start, end - 1))];
    return from === to ? String(from) : `${from}–${to}`;
  });
  const [only] = named;
  return named.length === 1 && only !== undefined && !only.includes("–")
    ? `line ${only}`
    : `lines ${named.join(", ")}`;
}

/** Its lines are shown as cells, so that their numbers mean something else. */
function isNotebook(path: string): boolean {
  return /\.ipynb$/i.test(path);
}

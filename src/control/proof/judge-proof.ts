import {
  type Clock,
  type Evidence,
  type Fs,
  type FsFile,
  isFsFault,
  isResultHandle,
  resolvePath,
  type ToolContext,
  type Touch,
} from "../../kernel/index.ts";
import { ALLOW, type Decision } from "../decision.ts";
import { hasSeenSome, hasSeenWhole, type ProofLimits } from "./still-true.ts";
import { otherPath, outdated, unread, unreadable } from "./refusals.ts";

/** One call that may change files, and what its session has seen. */
export interface ProofQuestion {
  /** The wire name. */
  readonly tool: string;
  readonly touches: readonly Touch[];
  readonly cwd: string;
  readonly fs: Pick<Fs, "open" | "stat">;
  /** What was seen of a file, by its real path, the newest first. */
  readonly evidenceOf: (path: string) => readonly Evidence[] | Promise<readonly Evidence[]>;
  readonly clock: Clock;
  /** How long a proof holds that cannot be checked by hashing. */
  readonly maxAgeMs?: number;
  /** The most that is hashed to check one proof. */
  readonly maxHashBytes?: number;
  /** The session's turn: a change of its own that is under way is waited for before anything is called outdated. */
  readonly inTurn?: ToolContext["state"]["inTurn"];
}

/**
 * Judges whether a call has read what it replaces.
 *
 * Who checks what: here, before anything happens, a tool that replaces whole files needs a proof of all of each file it
 * touches, and a tool that changes parts of files needs a proof of any part that is still true. Where such a tool
 * really changes a file only the tool knows: with `ReadLog.isRequired` it asks for a proof of those very bytes
 * once it has loaded them (`requireSeen` in the file tools), and its compare-and-swap keeps them the same until they
 * are replaced. So of two who race, one finds at the latest there that it has to read again.
 */
export async function judgeProof(question: ProofQuestion): Promise<Decision> {
  const decision = await judgeTouches(question);
  const { inTurn } = question;
  if (decision.verdict === "allow" || inTurn === undefined) return decision;
  return inTurn(() => judgeTouches(question));
}

async function judgeTouches(question: ProofQuestion): Promise<Decision> {
  for (const touch of question.touches) {
    if (touch.kind !== "path" || isResultHandle(touch.path)) continue;
    // What is only created is created exclusively, so there is nothing it could replace.
    if (touch.op !== "write" && touch.op !== "delete") continue;
    const decision = await judgePath(question, touch.path, touch.op);
    if (decision.verdict !== "allow") return decision;
  }
  return ALLOW;
}

async function judgePath(question: ProofQuestion, path: string, op: "write" | "delete"): Promise<Decision> {
  const { cwd, fs } = question;
  const resolved = resolvePath({ cwd }, path);
  // A link that is deleted takes nothing with it.
  if (op === "delete" && (await isLink(fs, resolved))) return ALLOW;
  let file: FsFile;
  try {
    file = await fs.open(resolved);
  } catch (error) {
    if (!isFsFault(error)) throw error;
    // There is nothing to read in what is missing or a folder; the tool itself words what is wrong with it.
    if (isFsFault(error, "ENOENT", "EISDIR", "ENOTDIR")) return ALLOW;
    return unreadable(path, error);
  }
  try {
    return await judgeFile(question, path, file);
  } finally {
    await file.close();
  }
}

async function isLink(fs: Pick<Fs, "stat">, path: string): Promise<boolean> {
  try {
    return (await fs.stat(path)).isSymlink;
  } catch (error) {
    if (isFsFault(error)) return false;
    throw error;
  }
}

/** Tools that change parts of files and ask themselves for a proof of the very place. */
const PART_CHANGERS: readonly string[] = ["edit", "patch", "notebook"];

const STANDARD_MAX_AGE_MS = 10 * 60 * 1000;
const STANDARD_MAX_HASH_BYTES = 64 * 1024 * 1024;

async function judgeFile(question: ProofQuestion, path: string, file: FsFile): Promise<Decision> {
  const { tool, clock, maxAgeMs = STANDARD_MAX_AGE_MS } = question;
  const maxHashBytes = question.maxHashBytes ?? STANDARD_MAX_HASH_BYTES;
  const limits: ProofLimits = { now: clock.now(), maxAgeMs, maxHashBytes };
  const given = await question.evidenceOf(file.path);
  const evidence = given.filter((seen) => seen.path === file.path);
  const isPart = PART_CHANGERS.includes(tool);
  const [stranger] = given;
  if (evidence.length === 0)
    return stranger === undefined ? unread(path, isPart, tool) : otherPath(path, stranger);
  const isProven = isPart
    ? await hasSeenSome(file, evidence, limits)
    : await hasSeenWhole(file, evidence, limits);
  return isProven ? ALLOW : outdated({ path, tool, file, evidence, isPart, limits });
}

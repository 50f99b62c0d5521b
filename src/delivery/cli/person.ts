import { createHash, timingSafeEqual } from "node:crypto";
import { lstat, readFile } from "node:fs/promises";
import { join } from "node:path";
import { startedByTool } from "../../backends/index.ts";
import { Fault } from "../../kernel/index.ts";
import { stateFolder } from "../../store/index.ts";
import type { AskingStreams } from "./terminal-asker.ts";

/** Who answers for a person, and whether they can be asked something. */
export interface Person {
  /** For the record: `terminal`, or `operator token`. */
  readonly by: string;
  /** Whether somebody watches this terminal. */
  readonly isWatching: boolean;
}

/** The variable that carries an operator's token, and the file that holds its sha256. */
const TOKEN_VARIABLE = "DECKHAND_OPERATOR_TOKEN";
const TOKEN_FILE = "operator-token.sha256";

/** What only a person does, in the words of a refusal. */
export interface Deed {
  readonly what: string;
  /** The command line to type instead. */
  readonly command: string;
}

const APPROVING: Deed = { what: "decide about approvals", command: "deckhand approvals list" };

/**
 * Only a person decides: at a terminal, or by an operator's token. A deckhand that a tool started is nobody's hand,
 * whatever terminal it made for itself.
 */
export async function requirePerson(
  { input, output }: AskingStreams,
  deed: Deed = APPROVING,
  env: NodeJS.ProcessEnv = process.env,
): Promise<Person> {
  if (await startedByTool(env)) {
    throw refusal(`A deckhand that was started by a tool cannot ${deed.what}.`, deed);
  }
  const isWatching = input.isTTY === true && output.isTTY === true;
  const { [TOKEN_VARIABLE]: token = "" } = env;
  if (token !== "") {
    await checkToken(token, join(stateFolder(env), TOKEN_FILE), deed);
    return { by: "operator token", isWatching };
  }
  if (isWatching) return { by: "terminal", isWatching };
  throw refusal(`It takes a terminal or an operator's token to ${deed.what}.`, deed);
}

/** Whether a person watches these streams; the terminal of a command that a tool runs is the tool's. */
export async function isWatched({ input, output }: AskingStreams): Promise<boolean> {
  return input.isTTY === true && output.isTTY === true && !(await startedByTool());
}

async function checkToken(token: string, file: string, deed: Deed): Promise<void> {
  const kept = await keptDigest(file, deed);
  const given = createHash("sha256").update(token).digest();
  if (token.length >= SHORTEST && kept.length === given.length && timingSafeEqual(kept, given)) return;
  throw refusal(`${TOKEN_VARIABLE} is not the operator's token.`, deed);
}

const SHORTEST = 16;

async function keptDigest(file: string, deed: Deed): Promise<Buffer> {
  const facts = await lstat(file).catch(() => undefined);
  if (facts === undefined) throw refusal(`There is no operator's token: ${file} is missing.`, deed);
  if (!facts.isFile() || (facts.mode & 0o077) !== 0 || facts.uid !== process.getuid?.()) {
    throw refusal(`${file} must be a file of this user's that nobody else may read (chmod 600).`, deed);
  }
  const [digest = ""] = (await readFile(file, "utf8")).trim().split(/\s+/);
  return Buffer.from(/^[0-9a-f]{64}$/i.test(digest) ? digest : "", "hex");
}

function refusal(message: string, { command }: Deed): Fault {
  return new Fault("denied_trust", message, {
    hint: `A person has to do this in a terminal of their own: ${command}.`,
  });
}

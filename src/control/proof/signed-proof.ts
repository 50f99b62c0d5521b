import { createHmac, timingSafeEqual } from "node:crypto";
import { type Clock, type Evidence, Fault, type FileIdentity } from "../../kernel/index.ts";

/** What seals a proof: a key that callers never see, the session it is for, and the time it goes by. */
export interface ProofSeal {
  readonly key: Uint8Array;
  readonly session: string;
  readonly clock: Clock;
  /** How long a signed proof may be carried around. */
  readonly maxAgeMs?: number;
}

/** Turns evidence into text that a caller without a memory here can carry between calls. */
export function signProof(
  evidence: Evidence,
  { key, session, clock, maxAgeMs = ONE_HOUR_MS }: ProofSeal,
): string {
  const { path, identity, whole, ranges } = evidence;
  const at = evidence.at ?? clock.now();
  const carried: Carried = {
    s: session,
    x: clock.now() + maxAgeMs,
    p: path,
    i: identity,
    t: at,
    r: ranges.slice(0, MOST_RANGES).map(({ start, end, digest }) => [start, end, digest] as const),
    ...(whole === undefined ? {} : { w: whole }),
  };
  const body = Buffer.from(JSON.stringify(carried)).toString("base64url");
  return `${PREFIX}${body}.${sealOf(body, key)}`;
}

/** Gives back the evidence in a signed proof; one that is forged, altered, expired or another session's is a fault. */
export function openProof(text: string, { key, session, clock }: Omit<ProofSeal, "maxAgeMs">): Evidence {
  const carried = parseCarried(text, key);
  if (carried.s !== session) throw refused("It was made in another session.");
  const now = clock.now();
  // What comes from the future was signed before the clock was set back, so its age is anyone's guess.
  if (now > carried.x || carried.t > now + MOST_SKEW_MS) throw refused("It has expired.");
  const ranges = carried.r.map(([start, end, digest]) => ({ start, end, digest }));
  const { p: path, i: identity, w: whole, t: at } = carried;
  return { path, identity, ranges, at, ...(whole === undefined ? {} : { whole }) };
}

const PREFIX = "proof1.";
const ONE_HOUR_MS = 60 * 60 * 1000;
/** Replicas' clocks differ a little. */
const MOST_SKEW_MS = 60 * 1000;
const MOST_RANGES = 256;
const MOST_CHARACTERS = 64 * 1024;

/** What is in a signed proof, in few letters. */
interface Carried {
  readonly s: string;
  readonly x: number;
  readonly p: string;
  readonly i: FileIdentity;
  readonly t: number;
  readonly w?: string;
  readonly r: readonly (readonly [start: number, end: number, digest: string])[];
}

function parseCarried(text: string, key: Uint8Array): Carried {
  const [body, seal, ...rest] = text.startsWith(PREFIX) ? text.slice(PREFIX.length).split(".") : [];
  if (body === undefined || seal === undefined || rest.length > 0 || text.length > MOST_CHARACTERS)
    throw refused("It is not a proof that Deckhand gave out.");
  if (!isSame(seal, sealOf(body, key))) throw refused("It was altered, or signed by somebody else.");
  // Only what was sealed here gets this far, so it has the shape it was given.
  return JSON.parse(Buffer.from(body, "base64url").toString("utf8")) as Carried;
}

/** The prefix is sealed too, so that a later form cannot be taken for this one. */
function sealOf(body: string, key: Uint8Array): string {
  return createHmac("sha256", key).update(PREFIX).update(body).digest("base64url");
}

function isSame(given: string, right: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function refused(why: string): Fault {
  return new Fault("denied_proof", `The proof is refused. ${why}`, {
    hint: "Read the file again; the result carries a new proof.",
  });
}

import type { ControlStore } from "../../control/index.ts";
import { type Clock, digestOf, type Evidence } from "../../kernel/index.ts";
import { nameColumn, valuesFrom } from "./columns.ts";
import type { CommitQueue } from "./commit-queue.ts";
import type { SqlValue } from "./driver.ts";
import { toJson } from "./json-text.ts";

/** How many sightings of one file a session keeps; an older one costs no more than reading again. */
export const MOST_EVIDENCE = 200;

/** Evidence: what was seen before becomes the newest when it is seen again. */
export function evidenceRows(
  queue: CommitQueue,
  clock: Pick<Clock, "now">,
): Pick<ControlStore, "evidence" | "addEvidence"> {
  return {
    evidence: (session, path) =>
      queue.read(async (statements) => {
        const rows = await statements.all(NEWEST_FIRST, [...[session, path].map(nameColumn), MOST_EVIDENCE]);
        return valuesFrom(rows, "evidence") as readonly Evidence[];
      }),
    addEvidence: async (session, seen) => {
      const rows = seen.map((evidence) => rowOf(session, evidence, clock.now()));
      // More than is ever read may lie there for a while: to look for it costs as much as all the rest of a read.
      const tidied = Math.random() < 1 / TIDIED_EVERY ? seen.map(({ path }) => nameColumn(path)) : [];
      await queue.write(async (statements) => {
        for (const row of rows) await statements.run(INSERT, row);
        const owner = nameColumn(session);
        for (const path of new Set(tidied))
          await statements.run(FORGET, [owner, path, owner, path, MOST_EVIDENCE]);
      });
    },
  };
}

const TIDIED_EVERY = 50;
const NEWEST_FIRST = "SELECT evidence FROM evidence WHERE session = ? AND path = ? ORDER BY n DESC LIMIT ?";
const INSERT = "INSERT OR REPLACE INTO evidence (session, path, digest, at, evidence) VALUES (?, ?, ?, ?, ?)";
const FORGET = `DELETE FROM evidence WHERE session = ? AND path = ? AND n <=
  (SELECT n FROM evidence WHERE session = ? AND path = ? ORDER BY n DESC LIMIT 1 OFFSET ?)`;

function rowOf(session: string, evidence: Evidence, now: number): readonly SqlValue[] {
  const { at = now, ...what } = evidence;
  // The same that is seen at another time is still the same.
  const digest = digestOf(Buffer.from(toJson(what)));
  return [nameColumn(session), nameColumn(evidence.path), digest, at, toJson({ ...what, at })];
}

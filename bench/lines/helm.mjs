import { randomBytes } from "node:crypto";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { makeLocalContext } from "../../dist/backends/index.js";
import { openSession, openSqliteStore } from "../../dist/index.js";
import { read } from "../../dist/tools/index.js";
import { compare } from "../compare.mjs";
import { inScratch } from "../scratch.mjs";
import { openPlainSql } from "../plain-sql.mjs";

const TEXT = "a line of an ordinary file\n".repeat(80).slice(0, 2048);
const READS = 50;
const AT_ONCE = 64;

/** What governing a call adds to it, and what calls that are made at once share. */
export const helmLines = [
  { name: "helm: a governed read of 2 kB, against the bare tool and its rows by hand", measure: timeRead },
  { name: "helm: 64 governed reads at once, against one at a time", measure: () => timeAtOnce(reads, 1) },
  { name: "helm: 64 governed writes at once, against one at a time", measure: () => timeAtOnce(writes, 0.5) },
];

/** @returns {Promise<import("../run.mjs").Reading>} */
function timeRead() {
  return inGoverned(async ({ session, cwd, state }) => {
    const byHand = await openRowsByHand(join(state, "by-hand.db"), await rowsOfRead(session, state));
    const ctx = makeLocalContext(cwd);
    const ours = async () => {
      for (let call = 0; call < READS; call += 1) await called(session, "read", { path: "a.txt" });
    };
    const peer = async () => {
      for (let call = 0; call < READS; call += 1) {
        await read.invoke({ id: "r", name: "read", input: { path: "a.txt" } }, ctx);
        await byHand.insert();
      }
    };
    const reading = await compare(ours, peer, { rounds: 41 });
    await byHand.close();
    return { ...reading, limit: 2 };
  });
}

/**
 * @param {(session: Session) => (() => Promise<unknown>)[]} callsOf
 * @param {number} limit
 * @returns {Promise<import("../run.mjs").Reading>}
 */
function timeAtOnce(callsOf, limit) {
  return inGoverned(async ({ session }) => {
    const atOnce = () => Promise.all(callsOf(session).map((make) => make()));
    const inTurn = async () => {
      for (const make of callsOf(session)) await make();
    };
    return { ...(await compare(atOnce, inTurn, { rounds: 15 })), limit };
  });
}

/** @typedef {ReturnType<typeof openSession>} Session */

/** @param {Session} session */
function reads(session) {
  return Array.from({ length: AT_ONCE }, () => () => called(session, "read", { path: "a.txt" }));
}

/** @param {Session} session */
function writes(session) {
  const name = randomBytes(6).toString("hex");
  return Array.from(
    { length: AT_ONCE },
    (_, at) => () => called(session, "write", { path: `${name}-${at}.txt`, content: TEXT }),
  );
}

/**
 * @param {Session} session
 * @param {string} name
 * @param {unknown} input
 */
async function called(session, name, input) {
  const { isError, output } = await session.call({ id: "1", name, input });
  if (isError) throw new Error(String(output));
}

/**
 * @template T
 * @param {(place: { session: Session, cwd: string, state: string }) => Promise<T>} work
 */
function inGoverned(work) {
  return inScratch(async (folder) => {
    const [cwd, state] = [join(folder, "work"), join(folder, "state")];
    await mkdir(cwd);
    await writeFile(join(cwd, "a.txt"), TEXT);
    const session = openSession({ cwd, stateFolder: state, govern: { trust: "L3" } });
    try {
      return await work({ session, cwd, state });
    } finally {
      await session.close();
    }
  });
}

/**
 * What one governed read left in the store: to be inserted again and again.
 * @param {Session} session
 * @param {string} state
 */
async function rowsOfRead(session, state) {
  await called(session, "read", { path: "a.txt" });
  const [workspace = ""] = await readdir(join(state, "workspaces"));
  const sql = await openPlainSql(join(state, "workspaces", workspace, "deckhand.db"));
  const [trace] = await sql.all("SELECT * FROM traces ORDER BY n DESC LIMIT 1");
  const [audit] = await sql.all("SELECT * FROM audit ORDER BY seq DESC LIMIT 1");
  const [evidence] = await sql.all("SELECT * FROM evidence ORDER BY n DESC LIMIT 1");
  sql.close();
  if (trace === undefined || audit === undefined || evidence === undefined) throw new Error("No rows.");
  return { trace, audit, evidence };
}

/**
 * The same rows over and over, one commit for each read, in a store of the same make and settings.
 * @param {string} file
 * @param {Awaited<ReturnType<typeof rowsOfRead>>} rows
 */
async function openRowsByHand(file, { trace, audit, evidence }) {
  await (await openSqliteStore({ file })).close();
  const sql = await openPlainSql(file);
  for (const pragma of ["synchronous=NORMAL", "wal_autocheckpoint=4000", "cache_size=-16384"]) {
    await sql.all(`PRAGMA ${pragma}`);
  }
  let seq = 0;
  return {
    insert: async () => {
      seq += 1;
      const id = String(seq).padStart(26, "0");
      await sql.commit([
        [
          "INSERT INTO traces (id, session, tool, success, at, bytes, trace) VALUES (?, ?, ?, ?, ?, ?, ?)",
          [id, trace.session, trace.tool, trace.success, Date.now(), trace.bytes, trace.trace],
        ],
        ["INSERT INTO audit (seq, seal, record) VALUES (?, ?, ?)", [seq, audit.seal, audit.record]],
        [
          "INSERT OR REPLACE INTO evidence (session, path, digest, at, evidence) VALUES (?, ?, ?, ?, ?)",
          [evidence.session, evidence.path, evidence.digest, Date.now(), evidence.evidence],
        ],
      ]);
    },
    close: async () => sql.close(),
  };
}

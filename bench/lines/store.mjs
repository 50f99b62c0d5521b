import { join } from "node:path";
import { createClient } from "@libsql/client/sqlite3";
import { monotonicFactory } from "ulid";
import { openSqliteStore } from "../../dist/index.js";
import { compare } from "../compare.mjs";
import { inScratch } from "../scratch.mjs";

const CALLS = 100;

/** What a call writes to the store, with a million calls behind it against a thousand. */
export const storeLines = [
  {
    name: "store: the rows of one read, after 1,000,000 calls against after 1,000",
    measure: () =>
      inScratch(async (folder) => {
        const large = await storeAfter(1_000_000, join(folder, "large.db"));
        const small = await storeAfter(1_000, join(folder, "small.db"));
        const reading = await compare(
          () => calls(large),
          () => calls(small),
          { rounds: 41 },
        );
        await Promise.all([large.close(), small.close()]);
        return { ...reading, limit: 1.2 };
      }),
  },
];

/** @param {number} count @param {string} file */
async function storeAfter(count, file) {
  await (await openSqliteStore({ file })).close();
  const client = createClient({ url: `file:${file}` });
  await client.execute("PRAGMA synchronous=OFF");
  for (let from = 0; from < count; from += 50_000) {
    const rows = `WITH RECURSIVE number (n) AS (SELECT ${from} UNION ALL SELECT n + 1 FROM number WHERE n < ${Math.min(count, from + 50_000) - 1})`;
    await client.execute(`${rows} INSERT INTO traces (id, session, tool, success, at, bytes, trace)
      SELECT printf('00%024d', n), 's' || (n / 500), 'read', 1, 1.6e12 + n, 600, printf('{"id":"%d","output":"%.*c"}', n, 570, 'x') FROM number`);
    await client.execute(`${rows} INSERT INTO audit (seq, seal, record)
      SELECT n + 1, printf('%064d', n), printf('{"seq":%d,"note":"%.*c"}', n + 1, 300, 'x') FROM number`);
  }
  client.close();
  return openSqliteStore({ file });
}

const newId = monotonicFactory();

/** @param {import("../../dist/index.js").ControlStore} store */
async function calls(store) {
  for (let call = 0; call < CALLS; call += 1) {
    const at = Date.now();
    const facts = {
      id: newId(at),
      session: "now",
      tool: "read",
      path: "world.tools.file.read",
      definition: "d",
    };
    const seen = { path: `/w/f${call % 20}.ts`, identity: /** @type {const} */ (`id:${at}`), ranges: [] };
    const input = { path: seen.path };
    await Promise.all([
      store.addEvidence("now", [seen]),
      store.addTraces([
        {
          ...facts,
          trust: "L0",
          input,
          output: "x".repeat(500),
          success: true,
          durationMs: 1,
          alternatives: [],
          at,
        },
      ]),
      store.appendAudit(
        [
          {
            kind: "completed",
            at,
            session: "now",
            trace: facts.id,
            tool: "read",
            input: { digest: "d", preview: "p" },
          },
        ],
        (entry, seq, prev) => ({ ...entry, seq, prev, seal: facts.id }),
        { durable: false },
      ),
    ]);
  }
}

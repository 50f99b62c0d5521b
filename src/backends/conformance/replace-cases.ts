import assert from "node:assert/strict";
import { type FileIdentity, type Fs, StaleFileFault } from "../../kernel/index.ts";
import { bytesOf, type ConformanceCase, rejectsWith } from "./conformance-case.ts";

/** What `replace` promises: compare-and-swap, exclusive creation, kept permissions. */
export const replaceCases: readonly ConformanceCase[] = [
  {
    title: "replace says whether it created the file and what it is now",
    run: async ({ fs, root }) => {
      const first = await fs.replace(`${root}/a`, bytesOf("1"));
      assert.equal(first.created, true);
      assert.ok(first.path.endsWith("/a"));
      assert.equal(first.identity, await identityOf(fs, `${root}/a`));
      const second = await fs.replace(`${root}/a`, bytesOf("2"));
      assert.equal(second.created, false);
      assert.equal(second.identity, await identityOf(fs, `${root}/a`));
      assert.notEqual(second.identity, first.identity);
    },
  },
  {
    title: "replace writes several pieces one after the other",
    run: async ({ fs, root }) => {
      const pieces = Array.from({ length: 3_000 }, (_, at) => bytesOf(`${at};`));
      await fs.replace(`${root}/a`, [bytesOf("<"), new Uint8Array(0), ...pieces, bytesOf(">")]);
      const expected = `<${pieces.map((_, at) => `${at};`).join("")}>`;
      assert.equal(await fs.readText(`${root}/a`), expected);
      await fs.replace(`${root}/a`, []);
      assert.equal(await fs.readText(`${root}/a`), "");
    },
  },
  {
    title: "replace with the identity seen succeeds",
    run: async ({ fs, root }) => {
      await fs.writeFile(`${root}/a`, "1");
      const expect = await identityOf(fs, `${root}/a`);
      await fs.replace(`${root}/a`, bytesOf("2"), { expect });
      assert.equal(await fs.readText(`${root}/a`), "2");
    },
  },
  {
    title: "replace with an identity that no longer holds changes nothing",
    run: async ({ fs, root }) => {
      await fs.writeFile(`${root}/a`, "1");
      const expect = await identityOf(fs, `${root}/a`);
      await fs.writeFile(`${root}/a`, "other");
      await assert.rejects(fs.replace(`${root}/a`, bytesOf("2"), { expect }), StaleFileFault);
      assert.equal(await fs.readText(`${root}/a`), "other");
      await fs.rm(`${root}/a`);
      await assert.rejects(fs.replace(`${root}/a`, bytesOf("2"), { expect }), StaleFileFault);
      assert.deepEqual(await fs.readdir(root), []);
    },
  },
  {
    title: "of parallel replaces with one expectation exactly one gets through",
    run: async ({ fs, root }) => {
      await fs.writeFile(`${root}/a`, "0");
      const expect = await identityOf(fs, `${root}/a`);
      const tries = Array.from({ length: 8 }, (_, at) =>
        fs.replace(`${root}/a`, bytesOf(`by ${at}`), { expect }),
      );
      const outcomes = await Promise.allSettled(tries);
      const winners = outcomes.flatMap((outcome, at) => (outcome.status === "fulfilled" ? [at] : []));
      assert.equal(winners.length, 1);
      assert.equal(await fs.readText(`${root}/a`), `by ${winners[0]}`);
      for (const outcome of outcomes) {
        if (outcome.status === "rejected") assert.ok(outcome.reason instanceof StaleFileFault);
      }
    },
  },
  {
    title: "replace of an absent file creates it and never overwrites",
    run: async ({ fs, root }) => {
      const made = await fs.replace(`${root}/a`, bytesOf("1"), { expect: "absent" });
      assert.equal(made.created, true);
      await rejectsWith(
        fs.replace(`${root}/a`, bytesOf("2"), { expect: "absent" }),
        "EEXIST",
        `EEXIST: file already exists, open '${root}/a'`,
      );
      assert.equal(await fs.readText(`${root}/a`), "1");
    },
  },
  {
    title: "of parallel creations exactly one gets through",
    run: async ({ fs, root }) => {
      const tries = Array.from({ length: 8 }, (_, at) =>
        fs.replace(`${root}/a`, bytesOf(`by ${at}`), { expect: "absent" }),
      );
      const outcomes = await Promise.allSettled(tries);
      const winners = outcomes.flatMap((outcome, at) => (outcome.status === "fulfilled" ? [at] : []));
      assert.equal(winners.length, 1);
      assert.equal(await fs.readText(`${root}/a`), `by ${winners[0]}`);
      assert.equal((await fs.readdir(root)).length, 1);
    },
  },
  {
    title: "replace keeps a file's permissions, or sets those asked for",
    run: async ({ fs, root }) => {
      await fs.replace(`${root}/run.sh`, bytesOf("1"), { mode: 0o750 });
      assert.equal(await modeOf(fs, `${root}/run.sh`), 0o750);
      await fs.replace(`${root}/run.sh`, bytesOf("2"));
      await fs.writeFile(`${root}/run.sh`, "3");
      assert.equal(await modeOf(fs, `${root}/run.sh`), 0o750);
      await fs.replace(`${root}/run.sh`, bytesOf("4"), { mode: 0o600 });
      assert.equal(await modeOf(fs, `${root}/run.sh`), 0o600);
    },
  },
  {
    title: "a refused replace leaves nothing behind",
    run: async ({ fs, root }) => {
      await fs.mkdir(`${root}/d`);
      await rejectsWith(fs.replace(`${root}/d`, bytesOf("1")), "EISDIR");
      await rejectsWith(fs.replace(`${root}/d`, bytesOf("1"), { expect: "absent" }), "EEXIST");
      await assert.rejects(fs.replace(`${root}/x`, bytesOf("1"), { expect: "id:no" }), StaleFileFault);
      assert.deepEqual(
        (await fs.readdir(root)).map((child) => child.name),
        ["d"],
      );
      assert.deepEqual(await fs.readdir(`${root}/d`), []);
    },
  },
];

async function identityOf(fs: Fs, path: string): Promise<FileIdentity> {
  const file = await fs.open(path);
  await file.close();
  return file.identity;
}

async function modeOf(fs: Fs, path: string): Promise<number> {
  const file = await fs.open(path);
  await file.close();
  return file.mode;
}

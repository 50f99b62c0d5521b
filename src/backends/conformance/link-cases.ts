import assert from "node:assert/strict";
import { bytesOf, type ConformanceCase, type ConformanceSubject, rejectsWith } from "./conformance-case.ts";

/** What symbolic links promise, in backends that have them. */
export const linkCases: readonly ConformanceCase[] = [
  {
    title: "stat reports a link as a link and readdir marks it",
    run: async (subject) => {
      const { fs, root } = subject;
      await fs.mkdir(`${root}/d`);
      await linkTo(subject, "d", `${root}/l`);
      const stat = await fs.stat(`${root}/l`);
      assert.deepEqual([stat.isSymlink, stat.isDirectory, stat.isFile], [true, false, false]);
      const link = (await fs.readdir(root)).find((child) => child.name === "l");
      assert.deepEqual([link?.isSymlink, link?.isDirectory], [true, false]);
    },
  },
  {
    title: "reading follows a link, and the open file names its target",
    run: async (subject) => {
      const { fs, root } = subject;
      await fs.mkdir(`${root}/d`);
      await fs.writeFile(`${root}/d/f`, "x");
      await linkTo(subject, "d/f", `${root}/l`);
      await linkTo(subject, "d", `${root}/k`);
      assert.equal(await fs.readText(`${root}/l`), "x");
      assert.equal(await fs.readText(`${root}/k/f`), "x");
      assert.deepEqual(
        (await fs.readdir(`${root}/k`)).map((child) => child.name),
        ["f"],
      );
      const file = await fs.open(`${root}/l`);
      await file.close();
      assert.ok(file.path.endsWith("/d/f"));
    },
  },
  {
    title: "writing through a link changes its target and keeps the link",
    run: async (subject) => {
      const { fs, root } = subject;
      await fs.mkdir(`${root}/d`);
      await fs.writeFile(`${root}/d/f`, "x");
      await linkTo(subject, "d/f", `${root}/l`);
      await fs.writeFile(`${root}/l`, "y");
      assert.equal((await fs.stat(`${root}/l`)).isSymlink, true);
      assert.equal(await fs.readText(`${root}/d/f`), "y");
      const replaced = await fs.replace(`${root}/l`, bytesOf("z"));
      assert.ok(replaced.path.endsWith("/d/f"));
      assert.equal((await fs.stat(`${root}/l`)).isSymlink, true);
    },
  },
  {
    title: "rm removes a link and never what it points to",
    run: async (subject) => {
      const { fs, root } = subject;
      await fs.mkdir(`${root}/d`);
      await fs.mkdir(`${root}/t`);
      await fs.writeFile(`${root}/d/f`, "x");
      await linkTo(subject, "d", `${root}/l`);
      await linkTo(subject, "../d", `${root}/t/l`);
      await fs.rm(`${root}/l`);
      await fs.rm(`${root}/t`, { recursive: true });
      assert.equal(await fs.readText(`${root}/d/f`), "x");
    },
  },
  {
    title: "links that loop are ELOOP",
    run: async (subject) => {
      const { fs, root } = subject;
      await linkTo(subject, "b", `${root}/a`);
      await linkTo(subject, "a", `${root}/b`);
      const message = `ELOOP: too many symbolic links encountered, open '${root}/a'`;
      await rejectsWith(fs.readText(`${root}/a`), "ELOOP", message);
      await rejectsWith(fs.writeFile(`${root}/a`, "x"), "ELOOP", message);
    },
  },
  {
    title: "a dangling link reads as missing",
    run: async (subject) => {
      const { fs, root } = subject;
      await linkTo(subject, "nowhere", `${root}/l`);
      await rejectsWith(fs.readText(`${root}/l`), "ENOENT");
      assert.equal((await fs.stat(`${root}/l`)).isSymlink, true);
    },
  },
];

async function linkTo(subject: ConformanceSubject, target: string, path: string): Promise<void> {
  assert.ok(subject.symlink, "a subject with the `links` capability offers `symlink`");
  await subject.symlink(target, path);
}

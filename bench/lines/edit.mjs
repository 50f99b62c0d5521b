import { open, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { makeLocalContext } from "../../dist/backends/index.js";
import { edit } from "../../dist/tools/index.js";
import { compare } from "../compare.mjs";
import { inScratch } from "../scratch.mjs";

const LINES = 1_000_000;

/** A one-line edit in a 50 MB file, against reading it and writing it atomically. */
export const editLines = [
  {
    name: "one-line edit in a 50 MB file, against a plain read and atomic write",
    measure: () =>
      inScratch(async (folder) => {
        const path = join(folder, "big.txt");
        const text = Array.from(
          { length: LINES },
          (_, line) => `line ${line} of a rather long file, padded out\n`,
        ).join("");
        await writeFile(path, text);
        const ctx = makeLocalContext(folder);
        let turn = 0;
        const ours = async () => {
          const [from, to] =
            turn % 2 === 0 ? ["line 700000 of", "LINE 700000 of"] : ["LINE 700000 of", "line 700000 of"];
          turn += 1;
          const input = { path: "big.txt", oldText: from, newText: to };
          const outcome = await edit.invoke({ id: "e", name: "edit", input }, ctx);
          if (outcome.isError) throw new Error(String(outcome.output));
        };
        return { ...(await compare(ours, () => plainRewrite(path, folder), { rounds: 9 })), limit: 2 };
      }),
  },
];

/**
 * @param {string} path
 * @param {string} folder
 */
async function plainRewrite(path, folder) {
  const bytes = await readFile(path);
  const temp = join(folder, ".plain.tmp");
  const file = await open(temp, "wx", 0o600);
  await file.writeFile(bytes);
  await file.sync();
  await file.close();
  await rename(temp, path);
  const parent = await open(folder);
  await parent.sync();
  await parent.close();
}

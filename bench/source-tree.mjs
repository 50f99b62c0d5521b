import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const FOLDERS_PER_LEVEL = [20, 16, 8];
const FILES_PER_FOLDER = 20;
const LINES_PER_FILE = 24;
const WORDS =
  "const value return await import from folder entry match index buffer string number config reader".split(
    " ",
  );
const RARE_EVERY = 4_000;
const FREQUENT_EVERY = 8;

/** A word that stands in a dozen files. */
export const RARE_WORD = "quokkaLedger";

/** A word that stands in one file of eight, on two lines. */
export const FREQUENT_WORD = "heronTable";

/** How many files a source tree has. */
export const TREE_FILES = FOLDERS_PER_LEVEL.reduce((files, folders) => files * folders, FILES_PER_FOLDER);

/**
 * Writes a tree of small source files, the same in every run.
 * @param {string} root
 */
export function writeSourceTree(root) {
  const next = createNumbers();
  writeFileSync(join(root, ".gitignore"), "*.log\nbuild/\n");
  let written = 0;
  for (const folder of leafFolders(root)) {
    mkdirSync(folder, { recursive: true });
    for (let file = 0; file < FILES_PER_FOLDER; file += 1) {
      const ending = file === 0 ? "ts" : (["js", "md", "txt", "json", "css"][file % 5] ?? "js");
      writeFileSync(join(folder, `file-${file}.${ending}`), textOf(next) + markedLines(written));
      written += 1;
    }
  }
}

/**
 * Writes files in which every line matches `needle`.
 * @param {string} root
 * @param {{ files: number, linesPerFile: number }} size
 */
export function writeMatches(root, { files, linesPerFile }) {
  for (let file = 0; file < files; file += 1) {
    const line = (/** @type {unknown} */ _, /** @type {number} */ index) =>
      `needle ${index} in the hay of ${file}\n`;
    writeFileSync(join(root, `hay-${file}.txt`), Array.from({ length: linesPerFile }, line).join(""));
  }
}

/**
 * @param {string} root
 * @param {readonly number[]} levels
 * @returns {string[]}
 */
function leafFolders(root, levels = FOLDERS_PER_LEVEL) {
  const [count, ...rest] = levels;
  if (count === undefined) return [root];
  return Array.from({ length: count }, (_, index) => leafFolders(join(root, `part-${index}`), rest)).flat();
}

/** @param {() => number} next */
function textOf(next) {
  const line = () => `  ${Array.from({ length: 7 }, () => WORDS[next() % WORDS.length]).join(" ")};\n`;
  return Array.from({ length: LINES_PER_FILE }, line).join("");
}

/** @param {number} file */
function markedLines(file) {
  const rare = file % RARE_EVERY === 0 ? `the ${RARE_WORD} of ${file}\n` : "";
  const line = `the ${FREQUENT_WORD} of ${file}\n`;
  return file % FREQUENT_EVERY === 0 ? `${rare}${line}between\n${line}` : rare;
}

/** Numbers that look random and are the same every time. */
function createNumbers() {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state >>> 8;
  };
}

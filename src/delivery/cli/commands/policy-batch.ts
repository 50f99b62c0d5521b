import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { addAbortSignal } from "node:stream";
import { loadPolicy } from "../../../session/index.ts";
import { EXIT } from "../exit-code.ts";
import type { Terminal } from "../terminal.ts";
import { UsageFault } from "../usage-fault.ts";

/** `deckhand policy test --batch`: an answer to each row, in their order; what is wrong with a row is its answer. */
export async function policyBatch(file: string | undefined, terminal: Terminal): Promise<number> {
  if (file !== undefined) await refuseMissing(file);
  const source = file === undefined ? process.stdin : createReadStream(file);
  const { judgeBatch } = await loadPolicy();
  const answers = judgeBatch(addAbortSignal(terminal.interrupt, source), terminal.interrupt);
  for await (const answer of answers) terminal.out(JSON.stringify(answer));
  return EXIT.ok;
}

async function refuseMissing(file: string): Promise<void> {
  const facts = await stat(file).catch(() => undefined);
  if (facts !== undefined && !facts.isDirectory()) return;
  throw new UsageFault(`There is no file ${file}.`, "Give --batch a file of rows, or - for standard input.");
}

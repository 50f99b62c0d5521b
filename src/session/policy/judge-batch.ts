import { z } from "zod";
import { type CommandPolicy, createCommandPolicy, judgeBatchRow } from "../../control/index.ts";
import { faultInfoOf } from "../../kernel/index.ts";
import { judgeUrlRow, urlRow } from "./judge-url-row.ts";
import { type Line, LONGEST_LINE, readLines } from "./read-lines.ts";
import type { RowAnswer, RowVerdict } from "./row-answer.ts";

/**
 * Answers rows of NDJSON about commands, URLs and paths, one at a time and in order: by the judges of the call path, from
 * what the rows say of the world. No name is looked up, no repository asked and nothing sent.
 */
export async function* judgeBatch(
  source: AsyncIterable<Uint8Array>,
  cancel: AbortSignal,
): AsyncGenerator<RowAnswer> {
  const policy = createCommandPolicy();
  for await (const line of readLines(source)) {
    cancel.throwIfAborted();
    if (!("tooLong" in line) && line.text.trim() === "") continue;
    yield await answerTo(line, policy, cancel);
  }
}

async function answerTo(line: Line, policy: CommandPolicy, cancel: AbortSignal): Promise<RowAnswer> {
  const row = rowIn(line);
  if ("error" in row) return { id: null, error: row.error };
  const id = idOf(row.fields);
  if (id === undefined) return { id: null, error: 'the row has no "id", which is a text' };
  try {
    return { id, ...(await verdictOn(row.fields, policy, cancel)) };
  } catch (error) {
    cancel.throwIfAborted();
    return { id, error: wordsOf(error) };
  }
}

type Fields = Readonly<Record<string, unknown>>;

function rowIn(line: Line): { readonly fields: Fields } | { readonly error: string } {
  if ("tooLong" in line) return { error: `the line has more than ${LONGEST_LINE} characters` };
  try {
    const value: unknown = JSON.parse(line.text);
    if (typeof value === "object" && value !== null && !Array.isArray(value))
      return { fields: value as Fields };
    return { error: "the line is no JSON object" };
  } catch (error) {
    return { error: `the line is no JSON: ${(error as Error).message}` };
  }
}

function idOf({ id }: Fields): string | undefined {
  return typeof id === "string" ? id : undefined;
}

async function verdictOn(fields: Fields, policy: CommandPolicy, cancel: AbortSignal): Promise<RowVerdict> {
  if ("command" in fields) return commandVerdict(fields, policy);
  if ("url" in fields) return judgeUrlRow(urlRow.parse(fields));
  if ("path" in fields) {
    const { judgePathRow, pathRow } = await import("./judge-path-row.ts");
    const limited = AbortSignal.any([cancel, AbortSignal.timeout(ROW_LIMIT_MS)]);
    return judgePathRow(pathRow.parse(fields), limited);
  }
  throw new Error('the row is about nothing: give it "command", "url", or "path" and "op"');
}

/** One row must not keep the others waiting for ever. */
const ROW_LIMIT_MS = 120_000;

function commandVerdict(fields: Fields, policy: CommandPolicy): RowVerdict {
  const answer = judgeBatchRow(fields, policy);
  if ("error" in answer) throw new Error(answer.error);
  const { verdict, rule, reason } = answer;
  return { verdict, rule, reason };
}

function wordsOf(error: unknown): string {
  return error instanceof z.ZodError ? z.prettifyError(error) : faultInfoOf(error).message;
}

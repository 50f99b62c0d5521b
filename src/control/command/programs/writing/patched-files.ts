import { outputOf } from "../../shell/output-of.ts";
import type { InputSource, Word } from "../../simple-command.ts";
import { literal } from "../arguments/word.ts";

/** The files that a patch on the input would change, where its text can be seen: under their names as they stand, and without the first folder, which most tools take off. */
export function patchedFiles(input: InputSource): readonly Word[] {
  const text = textOf(input);
  if (text === undefined || text.length > LONGEST) return [];
  const names = [...text.matchAll(NAMED)].flatMap((groups) =>
    groups.slice(1).filter((name) => name !== undefined),
  );
  return [...new Set(names.flatMap((name) => [name, name.replace(/^[^/]*\/+/, "")]))]
    .filter((name) => name !== "" && !name.endsWith("dev/null"))
    .slice(0, MOST)
    .map(literal);
}

/** A longer patch is looked at by whoever runs it. */
const LONGEST = 64 * 1024;

const MOST = 200;

/** The lines of a patch that name files. */
const NAMED =
  /^(?:(?:\+\+\+|---|\*\*\*) "?([^\t\n"]+)|(?:rename|copy) to "?([^\n"]+)|Index: ([^\n]+)|diff --git "?(\S+?)"? "?(\S+?)"?)$/gm;

function textOf(input: InputSource): string | undefined {
  if (input.kind === "text") return input.text.text ?? input.text.source;
  return input.kind === "pipe" ? outputOf(input.from) : undefined;
}

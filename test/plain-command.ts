import type { Assignment, SimpleCommand, Word } from "../src/control/command/simple-command.ts";

/** A command as the shell would hand it to a program, from plain text: blanks, quotes and `$…` are all it knows. */
export function plainCommand(text: string, more: Partial<SimpleCommand> = {}): SimpleCommand {
  const words = (text.match(PIECE) ?? []).map(wordOf);
  const first = words.findIndex(({ text: word }) => word === undefined || !ASSIGNMENT.test(word));
  const assignments = words.slice(0, first).map(({ text: word = "" }): Assignment => {
    const [, name = "", value = ""] = ASSIGNMENT.exec(word) ?? [];
    return { name, value: { text: value, source: value } };
  });
  return {
    words: words.slice(first),
    assignments,
    redirects: [],
    input: { kind: "none" },
    cwd: "/ws",
    source: text,
    ...more,
  };
}

const PIECE = /(?:'[^']*'|"[^"]*"|\$\([^)]*\)|[^\s'"])+/g;
const ASSIGNMENT = /^([A-Za-z_]\w*)=(.*)$/s;

function wordOf(source: string): Word {
  const isComputed = source.replaceAll(/'[^']*'/g, "").includes("$");
  const bare = source.replaceAll(/'[^']*'|"[^"]*"/g, "");
  const text = isComputed ? undefined : source.replaceAll(/['"]/g, "");
  return /[*?$]/.test(bare) ? { text, source, isPattern: true } : { text, source };
}

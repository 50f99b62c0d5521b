import type { LineFinding } from "../../../kernel/index.ts";
import { pathBelow } from "../in-folder.ts";

/** Shows a line the way grep does: `path:line: text` for a match, `path-line- text` around one. */
export function showLine(folder: string, { path, line, text, isMatch }: LineFinding): string {
  const mark = isMatch ? ":" : "-";
  return `${pathBelow(folder, path)}${mark}${line}${mark} ${text}`;
}

/** Shows lines, with `--` where one stretch ends and another begins. */
export function showLines(folder: string, lines: readonly LineFinding[], hasContext: boolean): string {
  const rows: string[] = [];
  for (const [index, line] of lines.entries()) {
    const previous = lines[index - 1];
    const isNext = previous?.path === line.path && previous.line === line.line - 1;
    if (hasContext && previous !== undefined && !isNext) rows.push("--");
    rows.push(showLine(folder, line));
  }
  return rows.join("\n");
}

import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The programs that one command line ran, each with its arguments. */
export type Ran = readonly (readonly string[])[];

/** What real commands did. */
export interface Observed {
  readonly cwd: string;
  readonly ran: readonly Ran[];
}

/** Runs command lines in real bash in an empty folder, where no program is found and each that is looked for is written down. */
export function programsRunByBash(commands: readonly string[], home: string): Observed {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), "deckhand-bash-"));
  try {
    const cwd = join(folder, "work");
    mkdirSync(cwd);
    writeFileSync(join(folder, "commands"), commands.map((command) => `${command}\0`).join(""));
    writeFileSync(join(folder, "ran"), "");
    writeFileSync(join(folder, "driver"), DRIVER);
    const { error, status } = spawnSync("bash", ["--norc", "--noprofile", "../driver", folder], {
      cwd,
      env: { HOME: home, PATH: process.env["PATH"] },
      timeout: 60_000,
      stdio: "ignore",
    });
    if (error !== undefined || status !== 0) throw new Error(`bash ended with ${status}`, { cause: error });
    return { cwd, ran: ranByCommand(readFileSync(join(folder, "ran"), "utf8"), commands.length) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The log is kept open on a high number, so that nothing in a command line can lead elsewhere by accident. */
const DRIVER = `
PATH=/nowhere FUNCNEST=4
ulimit -t 30
exec 200>>"$1/ran" 201<"$1/commands"
number=0
command_not_found_handle() { printf '%s\\0' "$DECKHAND_ROW" "$#" "$@" >&200; }
set --
while IFS= read -r -d '' line <&201; do
  ( DECKHAND_ROW=$number; readonly DECKHAND_ROW; unset number; eval "unset line; $line" ) </dev/null >/dev/null 2>&1
  number=$((number + 1))
done
exit 0
`;

function ranByCommand(log: string, count: number): readonly Ran[] {
  const ran: string[][][] = Array.from({ length: count }, () => []);
  const fields = log.split("\0");
  for (let at = 0; at + 1 < fields.length;) {
    const [row, words] = [Number(fields[at]), Number(fields[at + 1])];
    ran[row]?.push(fields.slice(at + 2, at + 2 + words));
    at += 2 + words;
  }
  return ran;
}

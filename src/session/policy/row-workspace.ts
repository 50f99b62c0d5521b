import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The folder in which one row about a path is judged, and what the row's words stand for. */
export interface RowWorkspace {
  readonly root: string;
  readonly ws: string;
  readonly out: string;
  /** Where sessions of the row keep what they remember, beside everything a row can name. */
  readonly state: string;
  /** What Deckhand is opened on: the workspace, or a link to it. */
  opened: string;
  /** A path or a line with the row's variables filled in. */
  fill(text: string): string;
  /** Done, last first, before the folder is removed. */
  readonly cleanups: (() => Promise<unknown>)[];
  close(): Promise<void>;
}

/** Makes the fresh folder of one row, which nobody else on the machine can look into. */
export async function openRowWorkspace(): Promise<RowWorkspace> {
  const base = await realpath(await mkdtemp(join(tmpdir(), "deckhand-row-")));
  const [root, state] = [join(base, "root"), join(base, "state")];
  const [ws, out] = [join(root, "ws"), join(root, "out")];
  for (const folder of [ws, out, state, join(root, "home/.ssh"), join(root, "home/.aws")])
    await mkdir(folder, { recursive: true });
  for (const file of ["outside.txt", "home/.ssh/id_rsa", "home/.aws/credentials"])
    await writeFile(join(root, file), "OUTSIDE\n");
  const cleanups: (() => Promise<unknown>)[] = [];
  return {
    root,
    ws,
    out,
    state,
    opened: ws,
    cleanups,
    fill: (text) =>
      text.replaceAll("$WS_UPPER", ws.toUpperCase()).replaceAll("$WS", ws).replaceAll("$OUT", out),
    close: async () => {
      try {
        for (const cleanup of cleanups.toReversed()) await cleanup();
      } finally {
        await rm(base, { recursive: true, force: true });
      }
    },
  };
}

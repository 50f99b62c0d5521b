import { mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";

const NAME = "nested-folder";

/** So many folders still make a path that every system takes. */
const AT_ONCE = 100;

/** Makes folders inside each other, deeper than a path can be long: pieces are made beside and put into one another. */
export async function makeNested(depth: number, folder: string, beside: string): Promise<void> {
  let inner: string | undefined;
  for (let left = depth; left > 0; left -= AT_ONCE) {
    const top = join(beside, `nest-${left}`);
    const deepest = join(top, ...levels(Math.min(left, AT_ONCE) - 1));
    await mkdir(deepest, { recursive: true });
    if (inner !== undefined) await rename(inner, join(deepest, NAME));
    inner = top;
  }
  if (inner !== undefined) await rename(inner, join(folder, NAME));
}

/** Takes such folders apart again, since what is too deep cannot be named to be removed. */
export async function removeNested(folder: string, beside: string): Promise<void> {
  let top = join(folder, NAME);
  for (let piece = 0; ; piece += 1) {
    const next = join(beside, `piece-${piece}`);
    const hasMore = await rename(join(top, ...levels(AT_ONCE)), next).then(
      () => true,
      () => false,
    );
    await rm(top, { recursive: true, force: true });
    if (!hasMore) return;
    top = next;
  }
}

function levels(count: number): readonly string[] {
  return Array.from({ length: count }, () => NAME);
}

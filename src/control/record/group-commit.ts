/** Writes items together that arrive while an earlier write is on its way; each caller waits for its own. */
export function createGroupCommit<Item, Written>(
  write: (items: readonly Item[]) => Promise<readonly Written[]>,
): (item: Item) => Promise<Written> {
  let waiting: Waiting<Item, Written>[] = [];
  let writing = false;

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (!writing) void writeAll();
    });

  async function writeAll(): Promise<void> {
    writing = true;
    while (waiting.length > 0) {
      const group = waiting.slice(0, MOST_TOGETHER);
      waiting = waiting.slice(MOST_TOGETHER);
      await writeGroup(group);
    }
    writing = false;
  }

  async function writeGroup(group: readonly Waiting<Item, Written>[]): Promise<void> {
    try {
      const written = await write(group.map(({ item }) => item));
      for (const [index, { resolve }] of group.entries()) resolve(written[index]!);
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  }
}

const MOST_TOGETHER = 256;

interface Waiting<Item, Written> {
  readonly item: Item;
  readonly resolve: (written: Written) => void;
  readonly reject: (error: unknown) => void;
}

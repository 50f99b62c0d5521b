import { type FileHandle, open, stat } from "node:fs/promises";
import { Fault } from "../../kernel/index.ts";

/** Namespaces held open, so that their names lead to them and nowhere else. */
export interface HeldNamespaces {
  /** For `nsenter`. */
  readonly options: readonly string[];
  release(): Promise<void>;
}

/**
 * Holds the network of a process, and the user namespace that one needs to enter it.
 * By descriptor: a pid can come to name another process, and with it the machine's own network.
 */
export async function holdNamespaces(pid: number): Promise<HeldNamespaces> {
  const net = await open(`/proc/${pid}/ns/net`);
  // Root may enter any network; others hold the right to once they are in the user namespace it belongs to.
  const user = process.getuid?.() === 0 ? undefined : await open(`/proc/${pid}/ns/user`);
  const release = async (): Promise<void> => {
    await net.close();
    await user?.close();
  };
  const [theirs, ours] = [await net.stat(), await stat("/proc/self/ns/net")];
  if (theirs.ino === ours.ino && theirs.dev === ours.dev) {
    await release();
    throw new Fault("unavailable", "The network to be shared with a sandbox is the machine's own.");
  }
  const ways = [`--net=${pathOf(net)}`];
  return {
    options: user === undefined ? ways : [...ways, `--user=${pathOf(user)}`, "--preserve-credentials"],
    release,
  };
}

function pathOf({ fd }: FileHandle): string {
  return `/proc/${process.pid}/fd/${fd}`;
}

import type { GrantProxyOptions } from "./open-grant-proxy.ts";

/** What a person granted, and how it is reached. */
export interface GrantedNetworkOptions extends Omit<GrantProxyOptions, "listen"> {
  /** A network of the sandbox's own, as Linux has them, or a port of the machine's loopback. */
  readonly way?: "room" | "loopback";
  /** The program that makes namespaces, where it was found already. */
  readonly bubblewrap?: string;
}

/** How a command gets at the granted hosts. */
export interface WayOut {
  /** Goes in front of a sandbox's command line, which then keeps the network it is started in. */
  readonly enter: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** The one port of the machine's loopback that the sandbox has to leave open; absent where it has a network of its own. */
  readonly proxyPort?: number;
}

/** The network of a session's sandboxes. */
export interface GrantedNetwork {
  /** Opens it with the first command that runs; undefined when no host is granted. */
  network(): Promise<WayOut | undefined>;
  /** Ends every connection and leaves nothing behind. */
  close(): Promise<void>;
}

/** A network for the sandboxes of a session that leads to granted hosts and nowhere else, opened when first needed. */
export function createGrantedNetwork(options: GrantedNetworkOptions): GrantedNetwork {
  let opening: Promise<Opened> | undefined;
  let isClosed = false;
  return {
    network,
    close: async () => {
      isClosed = true;
      const open = await opening?.catch(() => undefined);
      await open?.close();
    },
  };

  async function network(): Promise<WayOut | undefined> {
    if (options.hosts.length === 0 || isClosed) return undefined;
    const tried = (opening ??= opened(options));
    const forget = (): void => {
      if (opening === tried) opening = undefined;
    };
    const open = await tried.catch((error: unknown) => {
      // What stood in the way may be gone by the next command.
      forget();
      throw error;
    });
    if (open.isOpen()) return open.wayOut;
    forget();
    await open.close();
    return network();
  }
}

interface Opened {
  readonly wayOut: WayOut;
  /** False when it came to its end by itself. */
  isOpen(): boolean;
  close(): Promise<void>;
}

const USUAL_WAY = process.platform === "linux" ? "room" : "loopback";

async function opened({ way = USUAL_WAY, bubblewrap, ...options }: GrantedNetworkOptions): Promise<Opened> {
  // Few sessions have grants: what they take is loaded with the first command that needs them.
  const { openGrantProxy } = await import("./open-grant-proxy.ts");
  const proxy = await openGrantProxy({ ...options, listen: way === "room" ? "socket" : "loopback" });
  const { socketPath, port } = proxy.at;
  if (socketPath === undefined) {
    const wayOut = { enter: [], env: proxy.env, proxyPort: port };
    return { wayOut, isOpen: () => true, close: () => proxy.close() };
  }
  try {
    const { openNetworkRoom } = await import("./open-network-room.ts");
    const found = bubblewrap === undefined ? {} : { bubblewrap };
    const room = await openNetworkRoom({ socketPath, hosts: options.hosts, ...found });
    const close = async (): Promise<void> => {
      await room.close();
      await proxy.close();
    };
    return { wayOut: { enter: room.enter, env: room.env }, isOpen: () => room.isOpen(), close };
  } catch (error) {
    await proxy.close();
    throw error;
  }
}

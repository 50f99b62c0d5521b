import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import type { Socket } from "node:net";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { Fault } from "../../kernel/index.ts";
import { findProgram } from "../local/launch-line.ts";
import { bridgeArguments } from "./bridge.ts";
import { type HeldNamespaces, holdNamespaces } from "./hold-namespaces.ts";
import { proxyEnvironment } from "./proxy-environment.ts";

/** What a network room leads to. */
export interface NetworkRoomOptions {
  /** The socket of the proxy, the only way out. */
  readonly socketPath: string;
  /** The grants behind it, for the environment. */
  readonly hosts: readonly string[];
  /** The program that makes namespaces, where it was found already. */
  readonly bubblewrap?: string;
}

/** A network of its own with one door, which any number of commands can share. */
export interface NetworkRoom {
  /** Goes in front of a sandbox's command line, which then keeps the network it is started in (`--share-net`). */
  readonly enter: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** False once the bridge has ended, by whatever hand: the room leads nowhere then, and anybody in it could stand at the door. */
  isOpen(): boolean;
  /** Takes the door away; commands still inside have no network from then on. */
  close(): Promise<void>;
}

/** The port of the door; nobody else is in the room when it is opened, so it is free. */
const DOOR = 3128;

/**
 * Opens a network with nothing in it but the way to a proxy.
 * The bridge sits outside the sandboxes that it serves: their filter keeps every Unix socket from being opened.
 */
export async function openNetworkRoom(options: NetworkRoomOptions): Promise<NetworkRoom> {
  const bubblewrap = options.bubblewrap ?? needed("bwrap", "bubblewrap");
  const nsenter = needed("nsenter", "util-linux");
  const bridge = spawn(bubblewrap, roomArguments(options.socketPath), {
    cwd: "/",
    env: {},
    stdio: ["pipe", "pipe", "ignore", "pipe"],
  });
  const ended = new Promise<void>((resolve) => {
    bridge.once("exit", () => resolve()).once("error", () => resolve());
  });
  let held: HeldNamespaces | undefined;
  try {
    held = await Promise.race([namespacesWhenUp(bridge), ended.then(() => undefined)]);
    if (held === undefined) throw noRoom();
    // An open room is no reason for a process to go on; it ends with us, as its standard input does.
    bridge.unref();
    for (const stream of bridge.stdio) (stream as Socket | null)?.unref();
    return {
      enter: [nsenter, ...held.options, "--"],
      env: proxyEnvironment(`http://127.0.0.1:${DOOR}`, options.hosts),
      isOpen: () => bridge.exitCode === null && bridge.signalCode === null,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }

  async function close(): Promise<void> {
    // A process whose last work this is has to wait for it.
    bridge.ref();
    bridge.kill("SIGKILL");
    await ended;
    await held?.release();
  }
}

/** The bridge may read programs and reach its socket; it writes nothing and sees no other process. */
function roomArguments(socketPath: string): readonly string[] {
  const own = ["user", "net", "pid", "ipc", "uts"].map((kind) => `--unshare-${kind}`);
  // No devices of its own: for those an ordinary user is put into a second user namespace, which the network is not of.
  const files = ["--ro-bind", "/", "/"];
  const ends = ["--die-with-parent", "--new-session", "--cap-drop", "ALL", "--info-fd", "3", "--"];
  return [...own, ...files, ...ends, ...bridgeArguments(socketPath, DOOR)];
}

async function namespacesWhenUp(bridge: ChildProcess): Promise<HeldNamespaces | undefined> {
  bridge.stdin?.on("error", () => undefined);
  const [info] = await Promise.all([
    text(bridge.stdio[3] as Readable),
    once(bridge.stdout as Readable, "data"),
  ]);
  const pid: unknown = (JSON.parse(info) as { readonly "child-pid"?: unknown })["child-pid"];
  return typeof pid === "number" ? holdNamespaces(pid) : undefined;
}

function needed(program: string, source: string): string {
  const found = findProgram(program);
  if (found !== undefined) return found;
  throw new Fault("unavailable", `Granted hosts cannot be reached: ${program} is not installed.`, {
    hint: `A person can install ${source}. Commands still run, without a network.`,
  });
}

function noRoom(): Fault {
  return new Fault("unavailable", "Granted hosts cannot be reached: no network namespace could be made.", {
    hint: "Commands still run, without a network.",
  });
}

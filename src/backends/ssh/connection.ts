import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Fault } from "../../kernel/index.ts";
import { COMMANDS_AGENT } from "./agent/commands-text.ts";
import { FILES_AGENT } from "./agent/files-text.ts";
import { type Channel, openChannel } from "./channel.ts";
import type { FrameHead } from "./frames.ts";
import type { SshHost } from "./ssh-arguments.ts";

/**
 * One connection to a host with two channels: files and, once a command is run, commands.
 * Contract: after a loss the next request connects anew; what was open or running is gone.
 */
export interface Connection {
  files(): Promise<Channel>;
  commands(): Promise<Channel>;
  close(): Promise<void>;
}

/** What each agent is told at its start. */
export interface AgentConfigs {
  readonly files: FrameHead;
  readonly commands: FrameHead;
}

/** How much longer an agent may take to speak than a host to answer: start-up files of a login shell can be slow. */
const SPEAK_MS = 30_000;
const CONNECT_MS = 15_000;

/** Connects to a host. */
export async function openConnection(host: SshHost, configs: AgentConfigs): Promise<Connection> {
  const folder = await mkdtemp(join(socketHome(), "deckhand-ssh-"));
  const startMs = (host.connectTimeoutMs ?? CONNECT_MS) + SPEAK_MS;
  const closing = new AbortController();
  const start = { host, startMs, giveUp: closing.signal };
  let opened = 0;
  let socket = "";
  const files = reopening(() => {
    socket = join(folder, String((opened += 1)));
    const shared = { socket, role: "opens" } as const;
    return openChannel({ ...start, shared, text: FILES_AGENT, config: configs.files });
  });
  const commands = reopening(async () => {
    await files.get();
    const shared = { socket, role: "shares" } as const;
    return openChannel({ ...start, shared, text: COMMANDS_AGENT, config: configs.commands });
  });
  const connection: Connection = {
    files: async () => unlessClosed(files.get),
    commands: async () => unlessClosed(commands.get),
    close: async () => {
      closing.abort();
      // The first channel carries the second: it can only end after it.
      await commands.close();
      await files.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
  try {
    await connection.files();
    return connection;
  } catch (error) {
    await connection.close();
    throw error;
  }

  function unlessClosed(get: () => Promise<Channel>): Promise<Channel> {
    if (!closing.signal.aborted) return get();
    throw new Fault("unavailable", `The connection to ${host.host} was closed.`);
  }
}

/** A socket's path has room for little more than a hundred characters, and ssh adds some of its own. */
function socketHome(): string {
  return tmpdir().length <= 50 ? tmpdir() : "/tmp";
}

/** A channel that is opened when it is needed, and again when it was lost. */
function reopening(open: () => Promise<Channel>) {
  let current: Promise<Channel> | undefined;
  const get = async (): Promise<Channel> => {
    const tried = (current ??= open());
    const channel = await tried.catch((error: unknown) => {
      if (current === tried) current = undefined;
      throw error;
    });
    if (channel.isOpen()) return channel;
    if (current === tried) current = undefined;
    return get();
  };
  const close = async (): Promise<void> => {
    const channel = await current?.catch(() => undefined);
    await channel?.close();
  };
  return { get, close };
}

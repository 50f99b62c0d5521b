import { randomBytes } from "node:crypto";
import type { Fault } from "../../kernel/index.ts";
import { connectFault, lostFault, noSshFault, rootFault } from "./connect-fault.ts";
import { createFrameReader, type Frame, frameBytes, type FrameHead, isHead } from "./frames.ts";
import { type SharedConnection, sshArguments, type SshHost } from "./ssh-arguments.ts";
import { closeSsh, endOf, lastWords, type SshEnd, startSsh } from "./ssh-process.ts";

/** A running agent on a host, and everything that is being asked of it. */
export interface Channel {
  /** What the agent said of itself and its host. */
  readonly hello: FrameHead;
  /** Asks and waits for the whole answer, whose `handle` names what it opened; a refusal rejects with `AgentRefusal`. */
  ask(op: string, args: FrameHead, payload?: Uint8Array): Promise<Frame>;
  /** Asks, and hears what comes before the answer. */
  talk(op: string, args: FrameHead, onPart: (part: Frame) => void): Talk;
  /** Says something that is not answered. */
  tell(op: string, args: FrameHead): void;
  isOpen(): boolean;
  close(): Promise<void>;
}

/** A request under way. */
export interface Talk {
  readonly id: number;
  readonly answer: Promise<Frame>;
}

/** What an agent gave as the reason for not doing something. */
export class AgentRefusal extends Error {
  override readonly name = "AgentRefusal";
  readonly words: FrameHead;

  constructor(words: FrameHead) {
    super(`the agent refused: ${String(words["errno"])}`);
    this.words = words;
  }
}

/** What to start where. */
export interface AgentStart {
  readonly host: SshHost;
  readonly shared: SharedConnection;
  readonly text: string;
  readonly config: FrameHead;
  /** How long the agent may take to speak. */
  readonly startMs: number;
  /** Gives up on an agent that has not spoken yet. */
  readonly giveUp: AbortSignal;
}

/** Starts an agent on a host through the system's ssh and waits until it speaks. */
export async function openChannel(start: AgentStart): Promise<Channel> {
  const magic = `deckhand-agent-${randomBytes(16).toString("hex")}`;
  const program = Buffer.from(programText(start, magic), "utf8");
  const ssh = startSsh(sshArguments(start.host, start.shared, bootstrap(program.length)));
  const kill = (): boolean => ssh.kill("SIGKILL");
  const ended = endOf(ssh);
  const stderr = lastWords(ssh.stderr);
  const pending = new Map<number, Pending>();
  const reader = createFrameReader(magic);
  const greeted = new Promise<FrameHead>((resolve) => {
    pending.set(GREETING, {
      onPart: () => undefined,
      resolve: ({ head }) => resolve(head),
      reject: () => undefined,
    });
  });
  let isOpen = true;
  ssh.stdout.on("data", (chunk: Buffer) => {
    try {
      for (const frame of reader.read(chunk)) hear(frame);
    } catch {
      // What does not speak our language is not talked to any further.
      kill();
    }
  });
  // Whoever says nothing any more is not waited for, though it stays on the line.
  ssh.stdout.once("end", () => void close());
  void ended.then(() => {
    isOpen = false;
    for (const { reject } of pending.values()) reject(lostFault(start.host, stderr()));
    return pending.clear();
  });
  ssh.stdin.write(program);
  const hello = await begun();
  let lastId = 0;
  const pinging = setInterval(() => tell("ping", {}), PING_MS).unref();
  void ended.then(() => clearInterval(pinging));
  return { hello, ask, talk, tell, isOpen: () => isOpen, close };

  /** From the first moment on nobody asks it any more: who comes next connects anew. */
  function close(): Promise<void> {
    isOpen = false;
    return closeSsh(ssh, ended);
  }

  async function begun(): Promise<FrameHead> {
    const timer = setTimeout(kill, start.startMs);
    start.giveUp.addEventListener("abort", kill, { once: true });
    if (start.giveUp.aborted) kill();
    try {
      const first = await Promise.race([greeted, ended]);
      if (isEnd(first)) throw startFault(start, first, stderr());
      const refused = first["refused"];
      if (refused === undefined) return first;
      await close();
      throw rootFault(refused as FrameHead);
    } finally {
      clearTimeout(timer);
      start.giveUp.removeEventListener("abort", kill);
    }
  }

  function hear(frame: Frame): void {
    const { head } = frame;
    const id = Number(head["id"]);
    const waiting = pending.get(id);
    if (waiting === undefined) return;
    if (head["part"] === true) return waiting.onPart(frame);
    const { error, ok = id === GREETING ? head : undefined } = head;
    if (!isHead(error ?? ok)) throw new Error("an answer that says neither yes nor no");
    pending.delete(id);
    if (isHead(error)) waiting.reject(new AgentRefusal(error));
    else waiting.resolve(frame);
  }

  function talk(op: string, args: FrameHead, onPart: Pending["onPart"], payload?: Uint8Array): Talk {
    const id = (lastId += 1);
    const answer = new Promise<Frame>((resolve, reject) => {
      if (!isOpen) return reject(lostFault(start.host, stderr()));
      send({ ...args, id, op }, payload);
      pending.set(id, { onPart, resolve, reject });
    });
    return { id, answer };
  }

  async function ask(op: string, args: FrameHead, payload?: Uint8Array): Promise<Frame> {
    const parts: Buffer[] = [];
    let held = 0;
    const keep = (part: Frame): void => {
      held += part.payload.length;
      if (held > MOST_ANSWER_BYTES) throw new Error("an answer without end");
      parts.push(part.payload);
    };
    const { id, answer } = talk(op, args, keep, payload);
    const last = await answer;
    const head = { ...(last.head["ok"] as FrameHead), handle: id };
    return { head, payload: parts.length === 0 ? last.payload : Buffer.concat([...parts, last.payload]) };
  }

  function tell(op: string, args: FrameHead): void {
    if (isOpen) send({ ...args, op, id: 0 });
  }

  function send(head: FrameHead, payload?: Uint8Array): void {
    for (const piece of frameBytes(head, payload)) ssh.stdin.write(piece);
  }
}

/** How often an agent is told that we are still there, and after how long a silence it takes us for gone. */
const PING_MS = 20_000;
const SILENCE_SECONDS = 120;

/** What an agent says unasked, at its start. */
const GREETING = 0;

/** All parts of one answer together: the names of some million files. */
const MOST_ANSWER_BYTES = 256 * 1024 * 1024;

interface Pending {
  readonly onPart: (part: Frame) => void;
  readonly resolve: (frame: Frame) => void;
  readonly reject: (error: Error) => void;
}

/** JSON twice over is also how Python writes a text. */
function programText({ text, config }: AgentStart, magic: string): string {
  const settings = JSON.stringify(JSON.stringify({ silenceSeconds: SILENCE_SECONDS, ...config, magic }));
  return `import json\nCONFIG = json.loads(${settings})\n${text}`;
}

/** Reads the agent from standard input; its quotes mean the same to every login shell. */
function bootstrap(bytes: number): string {
  const find = "p=/usr/bin/python3; [ -x $p ] || p=python3; command -v $p >/dev/null || exit 127";
  return `exec /bin/sh -c '${find}; exec $p -I -S -c "import sys;exec(sys.stdin.buffer.read(${bytes}))"'`;
}

function isEnd(first: FrameHead | SshEnd): first is SshEnd {
  return !("id" in first);
}

function startFault({ host, startMs }: AgentStart, { code, error }: SshEnd, stderr: string): Fault {
  if (error !== undefined) return noSshFault(error);
  return connectFault(host, {
    code,
    stderr: code === null && stderr === "" ? `timed out (${startMs} ms)` : stderr,
  });
}

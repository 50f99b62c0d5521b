import { EventEmitter, once } from "node:events";
import { Fault, FsFault, isErrno, type ShellExit, type ShellOutputListener } from "../../kernel/index.ts";
import { AgentRefusal, type Channel } from "./channel.ts";
import { type Frame, type FrameHead, isHead } from "./frames.ts";

/** Everything a command on a host is started with. */
export interface RemoteOrder {
  readonly command: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** A setting in `env` that no other command has. */
  readonly mark: string;
  readonly graceMs: number;
  readonly timeoutMs?: number | undefined;
  readonly stdin: boolean;
  /** Hears its output; without it there is none. */
  readonly onOutput?: ShellOutputListener | undefined;
}

/** How a command on a host ended, and what it had left behind. */
export interface RemoteEnd {
  readonly exit: ShellExit;
  readonly timedOut: boolean;
  readonly left: number;
  readonly survivors: number;
}

/** A command on a host. */
export interface RemoteCommand {
  /** Its process number there; rejects when it could not be started. */
  readonly started: Promise<number>;
  /** Told when nothing of it is left and all its output was taken. */
  readonly ended: Promise<RemoteEnd>;
  signal(name: string): void;
  /** Asks everything of it to end, and kills what does not. */
  end(): void;
  write(input: Uint8Array): Promise<void>;
  closeInput(): void;
  /** Lets go of an agent that does not answer any more, with all it runs: whoever comes next gets another one. */
  giveUp(): void;
}

/** Runs a command through the commands agent. */
export function runRemotely(channel: Channel, { onOutput, ...order }: RemoteOrder): RemoteCommand {
  if (order.command.includes("\0")) throw nulFault();
  const turns = { stdout: Promise.resolve(), stderr: Promise.resolve() };
  const news = new EventEmitter<{ started: [pid: number] }>();
  const isStarted = once(news, "started").then(([pid]) => Number(pid));
  const { id, answer } = channel.talk("run", { ...order, output: onOutput !== undefined }, (part) => {
    if (part.head["pid"] !== undefined) news.emit("started", Number(part.head["pid"]));
    else hear(part);
  });
  const ended = answer.then(
    async ({ head }) => {
      await Promise.all([turns.stdout, turns.stderr]);
      return endOf(head["ok"] as FrameHead);
    },
    (error: unknown) => {
      throw startFault(error, order);
    },
  );
  const started = Promise.race([isStarted, ended.then(neverStarted)]);
  // Whoever waits for neither of them is told by the other.
  for (const each of [started, ended]) each.catch(() => undefined);
  const about = (op: string, args: FrameHead = {}): void => channel.tell(op, { ...args, run: id });
  return {
    started,
    ended,
    signal: (name) => about("signal", { signal: name }),
    end: () => about("end"),
    write: async (input) => {
      await channel.ask("input", { run: id }, input);
    },
    closeInput: () => about("shut"),
    giveUp: () => void channel.close(),
  };

  /** One piece after the other; the host sends more when these were taken. */
  function hear({ head, payload }: Frame): void {
    const stream = head["stream"] === "stdout" ? "stdout" : "stderr";
    turns[stream] = take(turns[stream], stream, payload);
  }

  async function take(before: Promise<void>, stream: "stdout" | "stderr", payload: Buffer): Promise<void> {
    await before;
    try {
      await onOutput?.(stream, payload);
    } catch {
      // A listener's own mistake does not stop the command.
    }
    about("taken", { stream, bytes: payload.length });
  }
}

/** The agent tells of the start before the end, unless whoever watches over the command was killed at once. */
function neverStarted(): never {
  throw new Fault("tool_error", "The command could not be started: it was killed before it began.", {
    hint: "Try again when the host has more to spare.",
  });
}

function endOf(told: FrameHead): RemoteEnd {
  return {
    exit: isHead(told["exit"]) ? (told["exit"] as unknown as ShellExit) : { code: null, signal: "SIGKILL" },
    timedOut: told["timedOut"] === true,
    left: Number(told["left"] ?? 0),
    survivors: Number(told["survivors"] ?? 0),
  };
}

function startFault(error: unknown, { cwd }: Pick<RemoteOrder, "cwd">): unknown {
  if (!(error instanceof AgentRefusal)) return error;
  const { errno, words, step } = error.words;
  if (step === "chdir" && isErrno(errno)) return new FsFault(errno, { syscall: "chdir", path: cwd });
  return new Fault("tool_error", `The command could not be started: ${String(words ?? errno)}.`, {
    hint:
      errno === "E2BIG"
        ? "It is too long for one command: put it into a script file and run that."
        : undefined,
    cause: error,
  });
}

function nulFault(): Fault {
  return new Fault("invalid_input", "The command holds a NUL byte, which no shell accepts.", {
    hint: "Take it out, or write the bytes to a file first.",
  });
}

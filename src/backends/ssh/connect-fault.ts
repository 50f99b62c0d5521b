import { Fault, FsFault, isErrno } from "../../kernel/index.ts";
import type { SshHost } from "./ssh-arguments.ts";

/** How a connection ended before an agent spoke. */
export interface FailedStart {
  /** What ssh and the host printed on standard error. */
  readonly stderr: string;
  readonly code: number | null;
}

/** The exit code by which a shell says that a program is missing. */
const MISSING_PROGRAM = 127;

interface Explanation {
  readonly sign: RegExp;
  message(host: string): string;
  hint(host: string): string;
}

const EXPLANATIONS: readonly Explanation[] = [
  {
    sign: /REMOTE HOST IDENTIFICATION HAS CHANGED|host key for .* has changed/i,
    message: (host) =>
      `The host key of ${host} is not the one that is known: another machine may be answering.`,
    hint: (host) => `Find out why before you go on. If it was changed on purpose: ssh-keygen -R ${host}`,
  },
  {
    sign: /Host key verification failed|host key is known for/i,
    message: (host) => `The host key of ${host} is not known, so it was not trusted.`,
    hint: (host) =>
      `Connect once by hand (ssh ${host}), compare the fingerprint and accept it; or add its key to known_hosts.`,
  },
  {
    sign: /UNPROTECTED PRIVATE KEY|bad permissions|Bad owner or permissions/i,
    message: () => "ssh does not use the key or the configuration: others may read or write it.",
    hint: () => "chmod 600 the file.",
  },
  {
    sign: /Too many authentication failures/i,
    message: (host) => `${host} was offered too many keys and hung up.`,
    hint: () => "Name the one key to use with identityFile.",
  },
  {
    sign: /Permission denied/i,
    message: (host) => `${host} did not let us in: no key it accepts was offered.`,
    hint: () =>
      "Load the key into the ssh agent, or name it with identityFile; passwords are never asked for.",
  },
  {
    sign: /Connection refused/i,
    message: (host) => `${host} refused the connection: no ssh server listens there.`,
    hint: () => "Check the port, and that sshd runs.",
  },
  {
    sign: /timed out/i,
    message: (host) => `${host} did not answer in time.`,
    hint: () => "Check the name, the port and the network; connectTimeoutMs allows more time.",
  },
  {
    sign: /Could not resolve hostname|Name or service not known/i,
    message: (host) => `There is no host called ${host}.`,
    hint: () => "Check the name, or its entry in the ssh configuration.",
  },
  {
    sign: /No route to host|Network is unreachable/i,
    message: (host) => `There is no way to ${host} from here.`,
    hint: () => "Check the network.",
  },
];

/** Says why a host could not be worked on, and what would help. */
export function connectFault({ host }: Pick<SshHost, "host">, { stderr, code }: FailedStart): Fault {
  if (code === MISSING_PROGRAM) {
    return new Fault("unavailable", `${host} has no python3, which files and commands are reached by.`, {
      hint: "Install Python 3.7 or newer there; nothing else is needed and nothing of ours is installed.",
    });
  }
  const known = EXPLANATIONS.find(({ sign }) => sign.test(stderr));
  if (known !== undefined) return new Fault("unavailable", known.message(host), { hint: known.hint(host) });
  const last = lastLine(stderr);
  const why = last === "" ? `ssh ended with code ${code ?? "none"}` : last;
  return new Fault("unavailable", `${host} could not be worked on: ${why}.`, {
    hint: `See whether this works by hand: ssh ${host} python3 --version`,
  });
}

/** Says that ssh itself could not be started. */
export function noSshFault(cause: unknown): Fault {
  return new Fault("unavailable", "The ssh program could not be started.", {
    hint: "Install OpenSSH's client (openssh-client) and see that ssh is on the PATH.",
    cause,
  });
}

/** Says that a connection which had been open is no more. */
export function lostFault({ host }: Pick<SshHost, "host">, stderr: string): Fault {
  const last = lastLine(stderr);
  return new Fault("unavailable", `The connection to ${host} ended${last === "" ? "" : `: ${last}`}.`, {
    hint: "Repeat the call; it connects anew. What was running there has been ended.",
  });
}

/** Says that a root is not there, as opening it locally would. */
export function rootFault(refused: Readonly<Record<string, unknown>>): Fault {
  const errno = isErrno(refused["errno"]) ? refused["errno"] : "EIO";
  return new FsFault(errno, { syscall: "realpath", path: String(refused["root"]) });
}

function lastLine(text: string): string {
  const lines = text.split(/[\r\n]+/).filter((line) => line.trim() !== "");
  return (lines.at(-1) ?? "").trim().replace(/\.$/, "");
}

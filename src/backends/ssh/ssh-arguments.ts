import { resolve } from "node:path";
import { Fault } from "../../kernel/index.ts";

/** Where a host is, and how to be let in; whatever is left out is taken from the user's ssh configuration. */
export interface SshHost {
  /** A name, an address, or an alias of the ssh configuration. */
  readonly host: string;
  readonly user?: string;
  readonly port?: number;
  /** The one key to use. */
  readonly identityFile?: string;
  /** The one file of known host keys to go by. */
  readonly knownHostsFile?: string;
  /** Read instead of the user's and the system's configuration; `"none"` reads neither. */
  readonly configFile?: string;
  /** How long to wait for the host to answer. */
  readonly connectTimeoutMs?: number;
}

/** Whether a connection is opened, or the one that was opened is shared; `socket` is where they meet. */
export interface SharedConnection {
  readonly socket: string;
  readonly role: "opens" | "shares";
}

const CONNECT_MS = 15_000;

/** How often a silent host is asked whether it is still there, and how often it may fail to answer. */
const ALIVE_SECONDS = 15;
const ALIVE_TRIES = 3;

/** The arguments of the system's ssh that run a command on a host, without a terminal and without ever asking anybody. */
export function sshArguments(host: SshHost, shared: SharedConnection, command: string): string[] {
  refuseOdd(host);
  return [
    "-T",
    "-a",
    "-x",
    ...(host.configFile === undefined ? [] : ["-F", fileOrNone(host.configFile)]),
    ...optionsOf(host, shared).flatMap((option) => ["-o", option]),
    ...(host.user === undefined ? [] : ["-l", host.user]),
    ...(host.port === undefined ? [] : ["-p", String(host.port)]),
    "--",
    host.host,
    command,
  ];
}

function optionsOf(host: SshHost, { socket, role }: SharedConnection): string[] {
  const { identityFile, knownHostsFile, connectTimeoutMs = CONNECT_MS } = host;
  return [
    "BatchMode=yes",
    "StrictHostKeyChecking=yes",
    "UpdateHostKeys=no",
    `ConnectTimeout=${Math.ceil(connectTimeoutMs / 1000)}`,
    "ConnectionAttempts=1",
    `ServerAliveInterval=${ALIVE_SECONDS}`,
    `ServerAliveCountMax=${ALIVE_TRIES}`,
    "ClearAllForwardings=yes",
    "PermitLocalCommand=no",
    "RemoteCommand=none",
    "RequestTTY=no",
    "LogLevel=ERROR",
    `ControlMaster=${role === "opens" ? "yes" : "no"}`,
    `ControlPath=${quoted(socket)}`,
    "ControlPersist=no",
    ...(identityFile === undefined
      ? []
      : [`IdentityFile=${quoted(resolve(identityFile))}`, "IdentitiesOnly=yes"]),
    ...(knownHostsFile === undefined
      ? []
      : [`UserKnownHostsFile=${quoted(resolve(knownHostsFile))}`, "GlobalKnownHostsFile=/dev/null"]),
  ];
}

/** A path as ssh's options take it: percent signs and dollars would be expanded. */
function quoted(path: string): string {
  if (/["\n\r\0]|\$\{/.test(path)) {
    throw new Fault("invalid_input", `ssh cannot be told the path ${JSON.stringify(path)}.`, {
      hint: "Use a path without quotes, line ends and ${…}.",
    });
  }
  return `"${path.replaceAll("%", "%%")}"`;
}

function fileOrNone(file: string): string {
  return file === "none" ? file : resolve(file);
}

/** Names that ssh, its configuration or a proxy command could take for something else. */
function refuseOdd({ host, user, port }: SshHost): void {
  if (!/^[\w:[][\w.:%[\]-]*$/.test(host)) throw oddFault("host", host, "Use a name, an address or an alias.");
  if (user !== undefined && !/^\w[\w.@\\+-]*$/.test(user))
    throw oddFault("user", user, "Use a plain user name.");
  if (port !== undefined && !(Number.isInteger(port) && port > 0 && port < 65_536)) {
    throw oddFault("port", String(port), "Use a number from 1 to 65535.");
  }
}

function oddFault(what: string, value: string, hint: string): Fault {
  return new Fault("invalid_input", `${JSON.stringify(value)} is no ${what} for ssh.`, { hint });
}

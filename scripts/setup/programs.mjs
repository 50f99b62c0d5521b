/**
 * A system program that tests use; without it they are skipped and counted.
 * @typedef {{ readonly program: string, readonly package: string, readonly why: string }} SystemProgram
 */

/**
 * Every system program the tests use, with the Debian package that brings it.
 * @type {readonly SystemProgram[]}
 */
export const PROGRAMS = [
  {
    program: "bwrap",
    package: "bubblewrap",
    why: "commands are run in a sandbox, and what it holds back is tried",
  },
  { program: "git", package: "git", why: "the tools are compared with git, and patches with what it makes" },
  { program: "patch", package: "patch", why: "differences are applied by patch(1) too" },
  { program: "python3", package: "python3", why: "the ssh backend's agent runs on it, here as on any host" },
  { program: "setpriv", package: "util-linux", why: "permission tests run a child as another user" },
  { program: "ssh", package: "openssh-client", why: "the ssh backend connects with the system's own ssh" },
  {
    program: "sshd",
    package: "openssh-server",
    why: "the ssh backend is tried against a real server on loopback",
  },
  { program: "tmux", package: "tmux", why: "the command line is tried on a real terminal" },
  { program: "unshare", package: "util-linux", why: "full disks and process trees are tried in a namespace" },
];

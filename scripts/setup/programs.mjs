/**
 * A system program that tests use; without it they are skipped and counted.
 * @typedef {{ readonly program: string, readonly package: string, readonly why: string }} SystemProgram
 */

/**
 * Every system program the tests use, with the Debian package that brings it.
 * @type {readonly SystemProgram[]}
 */
export const PROGRAMS = [
  { program: "git", package: "git", why: "the tools are compared with git, and patches with what it makes" },
  { program: "patch", package: "patch", why: "differences are applied by patch(1) too" },
  { program: "setpriv", package: "util-linux", why: "permission tests run a child as another user" },
  { program: "tmux", package: "tmux", why: "the command line is tried on a real terminal" },
  { program: "unshare", package: "util-linux", why: "full disks and process trees are tried in a namespace" },
];

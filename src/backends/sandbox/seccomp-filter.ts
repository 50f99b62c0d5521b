import { constants } from "node:os";
import {
  allow,
  assemble,
  compare,
  fail,
  type Instruction,
  keepBits,
  kill,
  loadArgument,
  loadMachine,
  loadNumber,
} from "./bpf.ts";
import { type Machine, machineOf, UNHEARD_OF } from "./system-calls.ts";

const { EPERM, ENOSYS } = constants.errno;

/** Other processes' memory, mounts, namespaces, the kernel itself, its keys and clocks: nothing a build or a test needs. */
const REFUSED = [
  ["ptrace", "process_vm_readv", "process_vm_writev", "pidfd_getfd", "kcmp"],
  ["mount", "umount2", "pivot_root", "open_tree", "open_tree_attr", "move_mount", "mount_setattr"],
  ["fsopen", "fsconfig", "fsmount", "fspick", "setns", "open_by_handle_at", "fanotify_init"],
  ["bpf", "perf_event_open", "userfaultfd", "add_key", "request_key", "keyctl", "syslog", "lookup_dcookie"],
  ["kexec_load", "kexec_file_load", "init_module", "finit_module", "delete_module", "reboot"],
  ["swapon", "swapoff", "acct", "quotactl", "quotactl_fd", "iopl", "ioperm", "modify_ldt"],
  ["settimeofday", "adjtimex", "clock_settime", "clock_adjtime"],
].flat();

/** Calls a filter cannot see into, or that go past it; programs take the older ones when these do not exist. */
const UNKNOWN = ["io_uring_setup", "io_uring_enter", "io_uring_register", "clone3", "openat2"];

const NEW_NAMESPACE = 0x7e02_0000;
const NEW_TIME_NAMESPACE = 0x80;

const AF_UNIX = 1;
const AF_INET = 2;
const AF_INET6 = 10;
const AF_NETLINK = 16;
const NETLINK_ROUTE = 0;
const SOCKET_TYPE = 0xf;
const SOCK_STREAM = 1;
const SOCK_SEQPACKET = 5;

const TIOCSTI = 0x5412;
const TIOCLINUX = 0x541c;

const CREATES = 0o100 | 0o20_000_000;
const SETS_ID = 0o6000;

/**
 * What a sandboxed command may ask the kernel for, as bytes for `--seccomp`; undefined where no filter can be made.
 * Unix sockets are out, since a network namespace does not keep a command from those with a path; pairs of connected ones
 * are how programs talk to their children and stay. What is for another processor or calling convention ends the process.
 */
export function seccompFilter(arch: string = process.arch): Uint8Array | undefined {
  const machine = machineOf(arch);
  return machine && assemble(filterFor(machine));
}

function filterFor({ audit, calls, foreignFrom }: Machine): readonly Instruction[] {
  const on = (names: readonly string[], answer: readonly Instruction[]): readonly Instruction[] =>
    names.flatMap((name) => {
      const number = calls[name];
      return number === undefined ? [] : [compare("equal", number, 0, answer.length), ...answer];
    });
  return [
    loadMachine,
    compare("equal", audit, 1, 0),
    kill,
    loadNumber,
    ...(foreignFrom === undefined ? [] : [compare("atLeast", foreignFrom, 0, 1), kill]),
    compare("atLeast", UNHEARD_OF, 0, 1),
    fail(ENOSYS),
    ...on(REFUSED, [fail(EPERM)]),
    ...on(UNKNOWN, [fail(ENOSYS)]),
    ...on(["clone"], refusedBits(0, NEW_NAMESPACE)),
    ...on(["unshare"], refusedBits(0, NEW_NAMESPACE | NEW_TIME_NAMESPACE)),
    ...on(["socket"], NETWORK_ONLY),
    ...on(["socketpair"], CONNECTED_ONLY),
    ...on(["ioctl"], NO_TYPING),
    ...on(["chmod", "fchmod", "creat", "mknod"], refusedBits(1, SETS_ID)),
    ...on(["fchmodat", "fchmodat2", "mknodat"], refusedBits(2, SETS_ID)),
    ...on(["open"], plainCreation(1)),
    ...on(["openat"], plainCreation(2)),
    allow,
  ];
}

function refusedBits(argument: number, bits: number): readonly Instruction[] {
  return [loadArgument(argument), compare("anyBit", bits, 0, 1), fail(EPERM), allow];
}

/** Internet sockets, and the one kind of netlink that tells about interfaces; not Unix, not the hypervisor's, not raw devices. */
const NETWORK_ONLY: readonly Instruction[] = [
  loadArgument(0),
  compare("equal", AF_INET, 5, 0),
  compare("equal", AF_INET6, 4, 0),
  compare("equal", AF_NETLINK, 0, 2),
  loadArgument(2),
  compare("equal", NETLINK_ROUTE, 1, 0),
  fail(EPERM),
  allow,
];

/** A datagram socket of a pair could still be pointed at a path. */
const CONNECTED_ONLY: readonly Instruction[] = [
  loadArgument(0),
  compare("equal", AF_UNIX, 0, 4),
  loadArgument(1),
  keepBits(SOCKET_TYPE),
  compare("equal", SOCK_STREAM, 2, 0),
  compare("equal", SOCK_SEQPACKET, 1, 0),
  fail(EPERM),
  allow,
];

/** Nobody types into a terminal on a person's behalf. */
const NO_TYPING: readonly Instruction[] = [
  loadArgument(1),
  compare("equal", TIOCSTI, 1, 0),
  compare("equal", TIOCLINUX, 0, 1),
  fail(EPERM),
  allow,
];

/** A file that lends its owner's rights would do so outside as well. */
function plainCreation(flags: number): readonly Instruction[] {
  return [
    loadArgument(flags),
    compare("anyBit", CREATES, 0, 3),
    loadArgument(flags + 1),
    compare("anyBit", SETS_ID, 0, 1),
    fail(EPERM),
    allow,
  ];
}

/** A processor that filters can be made for. */
export interface Machine {
  /** Its name among the kernel's. */
  readonly audit: number;
  /** The number of each call, by name; calls it does not have are absent. */
  readonly calls: Readonly<Record<string, number>>;
  /** Where the numbers of another calling convention begin that shares its name. */
  readonly foreignFrom?: number;
}

/** Since Linux 5.1 all processors number new calls alike. */
const NEWER = {
  io_uring_setup: 425,
  io_uring_enter: 426,
  io_uring_register: 427,
  open_tree: 428,
  move_mount: 429,
  fsopen: 430,
  fsconfig: 431,
  fsmount: 432,
  fspick: 433,
  clone3: 435,
  openat2: 437,
  pidfd_getfd: 438,
  mount_setattr: 442,
  quotactl_fd: 443,
  fchmodat2: 452,
  open_tree_attr: 467,
};

/** The first number that no kernel had given out when this was written. */
export const UNHEARD_OF = 472;

const X64: Machine = {
  audit: 0xc000_003e,
  foreignFrom: 0x4000_0000,
  calls: {
    ...NEWER,
    open: 2,
    ioctl: 16,
    socket: 41,
    socketpair: 53,
    clone: 56,
    creat: 85,
    chmod: 90,
    fchmod: 91,
    ptrace: 101,
    syslog: 103,
    mknod: 133,
    modify_ldt: 154,
    pivot_root: 155,
    adjtimex: 159,
    acct: 163,
    settimeofday: 164,
    mount: 165,
    umount2: 166,
    swapon: 167,
    swapoff: 168,
    reboot: 169,
    iopl: 172,
    ioperm: 173,
    init_module: 175,
    delete_module: 176,
    quotactl: 179,
    lookup_dcookie: 212,
    clock_settime: 227,
    kexec_load: 246,
    add_key: 248,
    request_key: 249,
    keyctl: 250,
    openat: 257,
    mknodat: 259,
    fchmodat: 268,
    unshare: 272,
    perf_event_open: 298,
    fanotify_init: 300,
    open_by_handle_at: 304,
    clock_adjtime: 305,
    setns: 308,
    process_vm_readv: 310,
    process_vm_writev: 311,
    kcmp: 312,
    finit_module: 313,
    kexec_file_load: 320,
    bpf: 321,
    userfaultfd: 323,
  },
};

const ARM64: Machine = {
  audit: 0xc000_00b7,
  calls: {
    ...NEWER,
    lookup_dcookie: 18,
    ioctl: 29,
    mknodat: 33,
    umount2: 39,
    mount: 40,
    pivot_root: 41,
    fchmod: 52,
    fchmodat: 53,
    openat: 56,
    quotactl: 60,
    acct: 89,
    unshare: 97,
    kexec_load: 104,
    init_module: 105,
    delete_module: 106,
    clock_settime: 112,
    syslog: 116,
    ptrace: 117,
    reboot: 142,
    settimeofday: 170,
    adjtimex: 171,
    socket: 198,
    socketpair: 199,
    add_key: 217,
    request_key: 218,
    keyctl: 219,
    clone: 220,
    swapon: 224,
    swapoff: 225,
    perf_event_open: 241,
    fanotify_init: 262,
    open_by_handle_at: 265,
    clock_adjtime: 266,
    setns: 268,
    process_vm_readv: 270,
    process_vm_writev: 271,
    kcmp: 272,
    finit_module: 273,
    bpf: 280,
    userfaultfd: 282,
    kexec_file_load: 294,
  },
};

/** The machine of a processor as Node names it, or undefined for one that no filter can be made for. */
export function machineOf(arch: string): Machine | undefined {
  if (arch === "x64") return X64;
  return arch === "arm64" ? ARM64 : undefined;
}

/** What tells programs about the machine they run on; others' command lines and environments are not among it. */
const ABOUT_THE_MACHINE = [
  ["hw.activecpu", "hw.byteorder", "hw.cacheconfig", "hw.cachelinesize", "hw.cachesize", "hw.cpufamily"],
  ["hw.cpusubtype", "hw.cputype", "hw.l1dcachesize", "hw.l1icachesize", "hw.l2cachesize", "hw.l3cachesize"],
  ["hw.logicalcpu", "hw.logicalcpu_max", "hw.machine", "hw.memsize", "hw.model", "hw.ncpu", "hw.nperflevels"],
  ["hw.packages", "hw.pagesize", "hw.pagesize_compat", "hw.physicalcpu", "hw.physicalcpu_max"],
  ["hw.tbfrequency", "kern.argmax", "kern.hostname", "kern.maxfilesperproc", "kern.maxproc", "kern.ngroups"],
  ["kern.osproductversion", "kern.osrelease", "kern.ostype", "kern.osvariant_status", "kern.osversion"],
  ["kern.secure_kernel", "kern.usrstack64", "kern.version", "sysctl.proc_cputype", "vm.loadavg"],
].flat();

/** Services without which ordinary programs do not start or do not know their user; none acts for its caller. */
const SERVICES = [
  "com.apple.bsd.dirhelper",
  "com.apple.system.notification_center",
  "com.apple.system.opendirectoryd.libinfo",
  "com.apple.system.opendirectoryd.membership",
  // Asked whether a certificate is trusted.
  "com.apple.trustd",
  "com.apple.trustd.agent",
];

/**
 * What every command may do. Left out on purpose: terminals (what is written to one may be typed for its owner), hard links
 * (a second name for a protected file), programs with a set-uid bit, Unix sockets, and starting anything through a service.
 */
export const BASE = `(version 1)
(deny default)
(allow process-fork process-exec)
(allow signal process-info*
  (target same-sandbox))
(allow file-write-data file-ioctl
  (literal "/dev/null")
  (literal "/dev/zero")
  (literal "/dev/dtracehelper"))
(allow ipc-posix-sem)
(allow sysctl-read
  ${ABOUT_THE_MACHINE.map((name) => `(sysctl-name "${name}")`).join("\n  ")})
(allow mach-lookup
  ${SERVICES.map((name) => `(global-name "${name}")`).join("\n  ")})`;

import { constants } from "node:os";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { seccompFilter } from "./seccomp-filter.ts";
import { machineOf } from "./system-calls.ts";

const { EPERM, ENOSYS } = constants.errno;
const ALLOWED = 0x7fff_0000;
const KILLED = 0x8000_0000;
const failed = (errno: number): number => 0x0005_0000 + errno;

/** The kernel's machine, as far as these filters use it. */
function judge(filter: Uint8Array, machine: number, call: number, args: readonly number[] = []): number {
  const view = new DataView(filter.buffer, filter.byteOffset, filter.byteLength);
  const shown = new DataView(new ArrayBuffer(64));
  shown.setUint32(0, call, true);
  shown.setUint32(4, machine, true);
  for (const [at, value] of args.entries()) shown.setUint32(16 + 8 * at, value, true);
  let loaded = 0;
  for (let at = 0; at * 8 < filter.byteLength; at += 1) {
    const value = view.getUint32(at * 8 + 4, true);
    const jump = (holds: boolean): number => view.getUint8(at * 8 + (holds ? 2 : 3));
    const code = view.getUint16(at * 8, true);
    if (code === 0x06) return value;
    if (code === 0x20) loaded = shown.getUint32(value, true);
    else if (code === 0x54) loaded = (loaded & value) >>> 0;
    else if (code === 0x15) at += jump(loaded === value);
    else if (code === 0x35) at += jump(loaded >= value);
    else if (code === 0x45) at += jump((loaded & value) !== 0);
    else throw new Error(`unknown instruction ${code}`);
  }
  throw new Error("ran past its end");
}

describe.each(["x64", "arm64"])("on %s", (arch) => {
  const machine = machineOf(arch) ?? { audit: 0, calls: {} };
  const filter = seccompFilter(arch) ?? new Uint8Array();
  const on = (name: string, ...args: readonly number[]): number =>
    judge(filter, machine.audit, machine.calls[name] ?? -1, args);

  it("a Unix socket cannot be made, nor any other that does not go through the network namespace", () => {
    const [unix, inet, inet6, netlink, packet, alg, vsock] = [1, 2, 10, 16, 17, 38, 40];
    for (const family of [0, unix, packet, alg, vsock])
      expect(on("socket", family, 1, 0)).toBe(failed(EPERM));
    for (const family of [inet, inet6]) expect(on("socket", family, 1, 0)).toBe(ALLOWED);
    expect(on("socket", netlink, 3, 0)).toBe(ALLOWED);
    expect(on("socket", netlink, 3, 9)).toBe(failed(EPERM));
  });

  it("a pair of sockets is for a child to talk to, not to be pointed elsewhere", () => {
    const [stream, datagram, raw, packets, closedOnExec] = [1, 2, 3, 5, 0o2_000_000];
    for (const type of [stream, packets, stream | closedOnExec])
      expect(on("socketpair", 1, type)).toBe(ALLOWED);
    for (const type of [datagram, raw, datagram | closedOnExec])
      expect(on("socketpair", 1, type)).toBe(failed(EPERM));
    for (const tipc of [30, 40]) expect(on("socketpair", tipc, stream)).toBe(failed(EPERM));
  });

  it("processes and threads can be made, namespaces cannot", () => {
    const [thread, fork, newUser, newNet] = [0x003d_0f00, 0x0120_0011, 0x1000_0011, 0x4000_0011];
    for (const flags of [thread, fork]) expect(on("clone", flags)).toBe(ALLOWED);
    for (const flags of [newUser, newNet]) expect(on("clone", flags)).toBe(failed(EPERM));
    expect(on("unshare", 0x400)).toBe(ALLOWED);
    for (const flags of [0x80, 0x2_0000, 0x1000_0000]) expect(on("unshare", flags)).toBe(failed(EPERM));
    // What they are asked for is in memory, which a filter does not see.
    expect(on("clone3")).toBe(failed(ENOSYS));
  });

  it("no file is made that lends its owner's rights to whoever runs it", () => {
    const [create, temporary] = [0o101, 0o20_200_002];
    expect(on("fchmod", 3, 0o4755)).toBe(failed(EPERM));
    expect(on("fchmod", 3, 0o2755)).toBe(failed(EPERM));
    expect(on("fchmod", 3, 0o1777)).toBe(ALLOWED);
    expect(on("fchmodat", 3, 0, 0o4755)).toBe(failed(EPERM));
    expect(on("fchmodat2", 3, 0, 0o4755)).toBe(failed(EPERM));
    expect(on("mknodat", 3, 0, 0o104755)).toBe(failed(EPERM));
    for (const flags of [create, temporary]) {
      expect(on("openat", 3, 0, flags, 0o4755)).toBe(failed(EPERM));
      expect(on("openat", 3, 0, flags, 0o644)).toBe(ALLOWED);
    }
    // Without a file to make, the mode is whatever lay in that register.
    expect(on("openat", 3, 0, 0, 0o4755)).toBe(ALLOWED);
    expect(on("openat2")).toBe(failed(ENOSYS));
  });

  it.each([
    "ptrace",
    "process_vm_writev",
    "mount",
    "setns",
    "bpf",
    "keyctl",
    "open_by_handle_at",
    "kexec_load",
  ])("%s is refused", (name) => {
    expect(machine.calls[name]).toBeDefined();
    expect(on(name)).toBe(failed(EPERM));
  });

  it("nobody types into a terminal", () => {
    expect(on("ioctl", 0, 0x5412)).toBe(failed(EPERM));
    expect(on("ioctl", 0, 0x541c)).toBe(failed(EPERM));
    expect(on("ioctl", 0, 0x5401)).toBe(ALLOWED);
  });

  it("calls that came after it do not exist, and those around it are not there either", () => {
    expect(on("io_uring_setup")).toBe(failed(ENOSYS));
    expect(judge(filter, machine.audit, 1000)).toBe(failed(ENOSYS));
  });

  it("another machine's calls end the process", () => {
    expect(judge(filter, 0x4000_0003, 1)).toBe(KILLED);
    const foreign = judge(filter, machine.audit, 0x4000_0029, [1, 1, 0]);
    expect(foreign).toBe(arch === "x64" ? KILLED : failed(ENOSYS));
  });

  it("every call gets an answer", () => {
    const word = fc.integer({ min: 0, max: 0xffff_ffff });
    fc.assert(
      fc.property(
        word,
        fc.integer({ min: 0, max: 600 }),
        fc.array(word, { maxLength: 6 }),
        (other, call, args) => {
          fc.pre(other !== machine.audit);
          expect(judge(filter, other, call, args)).toBe(KILLED);
          expect([ALLOWED, failed(EPERM), failed(ENOSYS)]).toContain(
            judge(filter, machine.audit, call, args),
          );
        },
      ),
    );
  });
});

it("there is no filter for a machine whose calls are not known", () => {
  expect(seccompFilter("riscv64")).toBeUndefined();
});

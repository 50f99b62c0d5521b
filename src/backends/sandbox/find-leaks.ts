import { readdirSync, readFileSync } from "node:fs";

const CLOSED_ON_EXEC = 0o2_000_000;
const STREAMS = 3;

/** The descriptors that every child of this process would get: Node closes its own, not those it was started with. */
export function findLeaks(): readonly number[] {
  return readdirSync("/proc/self/fd")
    .map(Number)
    .filter((descriptor) => descriptor >= STREAMS && isInherited(descriptor));
}

function isInherited(descriptor: number): boolean {
  try {
    const [, flags = "0"] =
      /^flags:\s*([0-7]+)$/m.exec(readFileSync(`/proc/self/fdinfo/${descriptor}`, "utf8")) ?? [];
    return (Number.parseInt(flags, 8) & CLOSED_ON_EXEC) === 0;
  } catch {
    return false;
  }
}

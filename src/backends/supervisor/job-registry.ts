import type { JobTrace } from "./end-processes.ts";
import { identityOfProcess, type ProcessIdentity, type ProcessPlace, thisPlace } from "./process-identity.ts";

/** What the next host must know to end the jobs of this one, should it die. */
export interface JobRegistry {
  readonly place: ProcessPlace;
  readonly host: ProcessIdentity;
  readonly jobs: readonly JobTrace[];
}

/** The registry of this process's jobs as bytes; without a host where the machine does not tell processes apart. */
export function registryBytes(jobs: readonly JobTrace[]): Uint8Array {
  const registry = { place: thisPlace(), host: identityOfProcess(process.pid), jobs };
  return Buffer.from(`${JSON.stringify(registry, null, 2)}\n`, "utf8");
}

/** Reads a registry, or answers undefined for anything that is none. */
export function tryParseRegistry(text: string): JobRegistry | undefined {
  try {
    const { place, host, jobs } = fieldsOf(JSON.parse(text));
    const { boot, view } = fieldsOf(place);
    if (typeof boot !== "string" || typeof view !== "string" || !Array.isArray(jobs)) return undefined;
    return { place: { boot, view }, host: parseIdentity(host), jobs: jobs.map(parseTrace) };
  } catch {
    return undefined;
  }
}

function parseTrace(value: unknown): JobTrace {
  const { marker, leader } = fieldsOf(value);
  if (typeof marker !== "string" || !MARKER.test(marker)) throw new TypeError("no marker");
  return leader === undefined ? { marker } : { marker, leader: parseIdentity(leader) };
}

function parseIdentity(value: unknown): ProcessIdentity {
  const { pid, startTime } = fieldsOf(value);
  if (typeof pid !== "number" || !Number.isSafeInteger(pid) || pid <= 1) throw new TypeError("no pid");
  if (typeof startTime !== "number") throw new TypeError("no start time");
  return { pid, startTime };
}

function fieldsOf(value: unknown): Record<string, unknown> {
  if (typeof value !== "object" || value === null) throw new TypeError("no object");
  return { ...value };
}

/** The form of a marker; an empty one would be everybody's. */
const MARKER = /^[0-9a-f]{32}$/;

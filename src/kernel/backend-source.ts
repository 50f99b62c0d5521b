import type { Documents } from "./documents.ts";
import type { Fs } from "./fs.ts";
import type { Net } from "./net.ts";
import type { Search } from "./search.ts";
import type { Shell } from "./shell.ts";
import type { TrustLevel } from "./trust-level.ts";

/** The seams through which a call reaches the machine. */
export interface Backend {
  readonly fs: Fs;
  readonly shell: Shell;
  readonly net: Net;
  readonly search: Search;
  readonly documents: Documents;
}

/** Supplies the backend that calls at a trust level run on. */
export interface BackendSource {
  backendFor(trust: TrustLevel): Backend;
}

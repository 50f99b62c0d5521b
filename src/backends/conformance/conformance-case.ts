import assert from "node:assert/strict";
import { type Errno, type Fs, FsFault, type Shell } from "../../kernel/index.ts";

/** A fresh backend under test: an empty folder, and what reaches it. */
export interface ConformanceSubject {
  readonly fs: Fs;
  /** An existing empty folder inside the backend, as an absolute path. */
  readonly root: string;
  readonly shell?: Shell;
  /** Makes a symbolic link without going through the Fs; required with the `links` capability. */
  readonly symlink?: (target: string, path: string) => Promise<void>;
  close(): Promise<void>;
}

/** Opens a fresh backend for one case. */
export type OpenConformanceSubject = () => Promise<ConformanceSubject>;

/** The one thing the suite needs of a test framework. */
export interface ConformanceRegistrar {
  test(title: string, run: () => Promise<void>): void;
}

/** Which optional parts of the contracts a backend offers. */
export interface ConformanceCapabilities {
  /** The backend has symbolic links. */
  readonly links?: boolean;
  /** The backend has a shell that sees the same folder. */
  readonly shell?: boolean;
}

/** One clause of a contract, tried on a fresh subject. */
export interface ConformanceCase {
  readonly title: string;
  run(subject: ConformanceSubject): Promise<void>;
}

/** Expects an `FsFault` of one kind, and its exact message where one is given. */
export async function rejectsWith(promise: Promise<unknown>, errno: Errno, message?: string): Promise<void> {
  await assert.rejects(promise, (error) => {
    assert.ok(error instanceof FsFault, `expected an FsFault ${errno}, got ${String(error)}`);
    assert.equal(error.errno, errno);
    if (message !== undefined) assert.equal(error.message, message);
    return true;
  });
}

/** UTF-8 bytes of a text. */
export function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

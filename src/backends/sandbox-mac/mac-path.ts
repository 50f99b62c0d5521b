import { posix } from "node:path";
import { Fault } from "../../kernel/index.ts";

/** Links of every macOS system; the kernel compares what they lead to. */
const SYSTEM_LINKS = /^\/(?:tmp|var|etc)(?=\/|$)/;

/** A path as the kernel of macOS names it, or a fault for one that would widen a rule or break it. */
export function canonicalPath(path: string): string {
  const plain = posix.normalize(path).replace(/(?<=.)\/$/, "");
  if (!path.startsWith("/") || path.includes("\0") || plain === "/") {
    throw new Fault("invalid_input", `${JSON.stringify(path)} cannot be a place of a sandbox.`, {
      hint: "Name a folder or file by its whole path; the root of all files is too much.",
    });
  }
  return SYSTEM_LINKS.test(plain) ? `/private${plain}` : plain;
}

/** Tells whether a path is a folder or lies in it. */
export function isInside(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder === "/" ? "/" : `${folder}/`);
}

/** The paths from a folder down to one inside it, both included. */
export function upTo(folder: string, path: string): readonly string[] {
  return path === folder || path === "/" ? [path] : [...upTo(folder, posix.dirname(path)), path];
}

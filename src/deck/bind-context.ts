import { createScanSearch, makeLocalContext } from "../backends/index.ts";
import type { BindContext, ToolContext } from "../kernel/index.ts";
import type { DeckContext } from "./contract.ts";
import { deckFault } from "./deck-fault.ts";

/** The context of a running session, or one on this machine that is made when the first call needs it. */
export function bindContext(ctx: DeckContext): BindContext {
  if (ctx.context !== undefined) return ctx.context;
  refuseBadBackends(ctx);
  let made: ToolContext | undefined;
  return () => ({ ...(made ??= makeFrom(ctx)) });
}

function makeFrom({ cwd, fs, shell }: DeckContext): ToolContext {
  return makeLocalContext(cwd, {
    ...(fs === undefined ? {} : { fs, search: createScanSearch(fs) }),
    ...(shell === undefined ? {} : { shell }),
  });
}

const FS_METHODS = ["open", "stat", "readdir", "replace"] as const;
const SHELL_METHODS = ["exec", "spawn"] as const;

function refuseBadBackends({ cwd, fs, shell }: DeckContext): void {
  if (typeof cwd !== "string" || cwd === "")
    throw deckFault("backend", "A deck needs the folder it works in: cwd.");
  refuseUnless(fs, FS_METHODS, "fs");
  refuseUnless(shell, SHELL_METHODS, "shell");
}

function refuseUnless(backend: object | undefined, methods: readonly string[], name: string): void {
  if (backend === undefined) return;
  const has = (method: string): boolean =>
    typeof backend === "object" && typeof (backend as Record<string, unknown>)?.[method] === "function";
  const missing = methods.filter((method) => !has(method));
  if (missing.length === 0) return;
  throw deckFault(
    "backend",
    `The injected ${name} lacks ${missing.map((method) => `${method}()`).join(", ")}.`,
  );
}

import { pathToFileURL } from "node:url";
import { faultInfoOf } from "../kernel/index.ts";
import type { Addon } from "./addon.ts";

/** Addons that could be loaded, and why the others could not. */
export interface LoadedAddons {
  readonly addons: readonly Addon[];
  readonly notes: readonly string[];
}

/** Loads the modules a user's configuration names; each has a named export `addon`. One that breaks is left out. */
export async function loadAddons(files: readonly string[]): Promise<LoadedAddons> {
  const loaded = await Promise.allSettled(files.map(loadAddon));
  return {
    addons: loaded.flatMap((each) => (each.status === "fulfilled" ? [each.value] : [])),
    notes: loaded.flatMap((each, at) =>
      each.status === "rejected"
        ? [`The addon ${files[at]} was left out: ${faultInfoOf(each.reason).message}`]
        : [],
    ),
  };
}

async function loadAddon(file: string): Promise<Addon> {
  const { addon } = (await import(pathToFileURL(file).href)) as { addon?: unknown };
  if (isAddon(addon)) return addon;
  throw new Error(
    "it has no export `addon` with a name, and tools made by defineTool or an intercept function",
  );
}

function isAddon(value: unknown): value is Addon {
  if (typeof value !== "object" || value === null) return false;
  const { name, tools = [], intercept } = value as Partial<Record<keyof Addon, unknown>>;
  const hasTools = Array.isArray(tools) && tools.every(isTool);
  return typeof name === "string" && hasTools && (intercept === undefined || typeof intercept === "function");
}

function isTool(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const { name, path, invoke } = value as Record<string, unknown>;
  return typeof name === "string" && typeof path === "string" && typeof invoke === "function";
}

import { pathToFileURL } from "node:url";
import { faultInfoOf } from "../kernel/index.ts";
import type { Addon } from "./addon.ts";

/** Addons that could be loaded, and why the others could not. */
export interface LoadedAddons {
  readonly addons: readonly Addon[];
  readonly notes: readonly string[];
}

const PATIENCE_MS = 10_000;

/** Loads the modules a user's configuration names; each has a named export `addon`. One that breaks is left out. */
export async function loadAddons(
  files: readonly string[],
  patienceMs: number = PATIENCE_MS,
): Promise<LoadedAddons> {
  const loaded = await Promise.allSettled(files.map((file) => loadAddon(file, patienceMs)));
  return {
    addons: loaded.flatMap((each) => (each.status === "fulfilled" ? [each.value] : [])),
    notes: loaded.flatMap((each, at) =>
      each.status === "rejected"
        ? [`The addon ${files[at]} was left out: ${faultInfoOf(each.reason).message}`]
        : [],
    ),
  };
}

async function loadAddon(file: string, patienceMs: number): Promise<Addon> {
  const { addon } = (await inTime(import(pathToFileURL(file).href), patienceMs)) as { addon?: unknown };
  if (isAddon(addon)) return addon;
  throw new Error(
    "it has no export `addon` with a name, and tools made by defineTool or an intercept function",
  );
}

/** A module may wait for something that never comes. */
function inTime<T>(loading: Promise<T>, patienceMs: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = new Error(`it did not load within ${patienceMs / 1000} s`);
    const timer = setTimeout(() => reject(late), patienceMs);
    void loading.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

function isAddon(value: unknown): value is Addon {
  if (typeof value !== "object" || value === null) return false;
  const { name, tools = [], intercept } = value as Partial<Record<keyof Addon, unknown>>;
  const hasTools = Array.isArray(tools) && tools.every(isTool);
  return typeof name === "string" && hasTools && (intercept === undefined || typeof intercept === "function");
}

const TEXTS = ["name", "path", "title", "summary", "description", "trust"];
const METHODS = ["descriptor", "touches", "inputFault", "invoke"];

function isTool(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const fields = value as Record<string, unknown>;
  const { parameters, effects } = fields;
  return (
    TEXTS.every((field) => typeof fields[field] === "string") &&
    METHODS.every((field) => typeof fields[field] === "function") &&
    typeof parameters === "object" &&
    parameters !== null &&
    Array.isArray(effects)
  );
}

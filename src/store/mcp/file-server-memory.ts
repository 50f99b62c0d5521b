import { readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { ServerMemory, ServerMemoryStore } from "../../bridge/index.ts";
import { withinReach } from "../within-reach.ts";
import { writeWhole } from "../write-whole.ts";
import { labelledText, valueLabelled } from "./labelled-text.ts";
import { scopeName } from "./scope-name.ts";
import { isObject } from "./tell-damage.ts";

/** Keeps what is known of servers below the state folder, each in a file of its own; what is damaged is forgotten. */
export function createFileServerMemory(stateFolder: string): ServerMemoryStore {
  const folder = join(stateFolder, "mcp", "memory");
  const fileOf = (workspace: string, server: string) => join(folder, `${scopeName(workspace, server)}.json`);
  return {
    get: async (workspace, server) => {
      const text = tryRead(fileOf(workspace, server));
      const memory = text === undefined ? undefined : valueLabelled([workspace, server], text);
      return isServerMemory(memory) ? memory : undefined;
    },
    set: (workspace, server, memory) =>
      writeWhole(fileOf(workspace, server), labelledText([workspace, server], memory)),
    forget: (workspace, server) => {
      const file = fileOf(workspace, server);
      return withinReach(file, () => rm(file, { force: true }));
    },
  };
}

/** Without giving way: every list of tools waits for this, and twenty small files are there sooner than one by the thread pool. */
function tryRead(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}

function isServerMemory(value: unknown): value is ServerMemory {
  if (!isObject(value)) return false;
  const { hash, tools, examined, instructions, revision, remembered, listedAt, revisionAt, isOff } = value;
  return (
    typeof hash === "string" &&
    Array.isArray(tools) &&
    tools.every(isObject) &&
    (examined === undefined || isExamined(examined)) &&
    (instructions === undefined || typeof instructions === "string") &&
    typeof revision === "string" &&
    isRemembered(remembered) &&
    Number.isFinite(listedAt) &&
    Number.isFinite(revisionAt) &&
    (isOff === undefined || typeof isOff === "boolean")
  );
}

function isExamined(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { form, tools, rejected, instructionFlags } = value;
  return (
    Number.isFinite(form) &&
    Array.isArray(tools) &&
    tools.every(isExaminedTool) &&
    Array.isArray(rejected) &&
    Array.isArray(instructionFlags)
  );
}

/** The words alone decide nothing that a live server is not asked about again. */
function isExaminedTool(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { tool, name, path, at, pin, flags } = value;
  return (
    [tool, name, path].every((word) => typeof word === "string") &&
    Number.isInteger(at) &&
    isObject(pin) &&
    typeof pin["whole"] === "string" &&
    isObject(pin["parts"]) &&
    Array.isArray(flags)
  );
}

function isRemembered(value: unknown): boolean {
  if (!isObject(value)) return false;
  return value["era"] === "legacy" || (value["era"] === "modern" && isObject(value["discover"]));
}

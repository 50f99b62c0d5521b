import { createHash } from "node:crypto";
import { realpathSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import {
  type ChecklistItem,
  Fault,
  type SessionMode,
  type SessionState,
  type SessionTask,
  TASK_STATUSES,
} from "../kernel/index.ts";
import type { MemoryStore } from "../deck/index.ts";
import { createFileCell } from "./file-cell.ts";
import { createFileMemory } from "./file-memory.ts";
import { stateFolder } from "./state-folder.ts";

/** Whose store it is: a session is known by its workspace and its name. */
export interface SessionStorePlace {
  readonly workspace: string;
  readonly name: string;
  /** Where everything is kept; the user's state folder when absent. */
  readonly folder?: string | undefined;
}

/** What one session remembers beyond its process. */
export interface SessionStore extends Pick<SessionState, "checklist" | "mode" | "tasks"> {
  readonly memory: MemoryStore;
}

/** Opens the store of a session; nothing is written until something is to be remembered. */
export function openSessionStore(place: SessionStorePlace): SessionStore {
  const folder = folderOf(place);
  return {
    checklist: createFileCell<readonly ChecklistItem[]>({
      file: join(folder, "checklist.json"),
      initial: [],
      isValue: isChecklist,
    }),
    mode: createFileCell<SessionMode>({
      file: join(folder, "mode.json"),
      initial: "execute",
      isValue: isMode,
    }),
    tasks: createFileCell<readonly SessionTask[]>({
      file: join(folder, "tasks.json"),
      initial: [],
      isValue: isTasks,
    }),
    memory: createFileMemory(join(folder, "memory.md")),
  };
}

const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

function folderOf({ workspace, name, folder = stateFolder() }: SessionStorePlace): string {
  if (!NAME.test(name)) {
    throw new Fault("invalid_input", `${JSON.stringify(name)} cannot be the name of a session.`, {
      hint: "Use letters, digits, dots, dashes and underscores, at most 64, a letter or digit first.",
    });
  }
  return join(workspaceFolder(folder, workspace), "sessions", name);
}

/** Where everything about one workspace is remembered. */
export function workspaceFolder(folder: string, workspace: string): string {
  return join(folder, "workspaces", workspaceKey(workspace));
}

/** Told apart by the whole path, and by a name that a person can recognise. */
function workspaceKey(workspace: string): string {
  const path = realPath(workspace);
  const hash = createHash("sha256").update(path).digest("hex").slice(0, 16);
  const word = basename(path)
    .replaceAll(/[^A-Za-z0-9._-]+/g, "-")
    .slice(0, 40);
  return `${word === "" ? "root" : word}-${hash}`;
}

function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return resolve(path);
  }
}

const STATUSES: readonly unknown[] = ["pending", "active", "done", "dropped"];

function isChecklist(value: unknown): value is readonly ChecklistItem[] {
  return Array.isArray(value) && value.every(isItem);
}

function isItem(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const { id, text, status } = value as Record<string, unknown>;
  return typeof id === "string" && typeof text === "string" && STATUSES.includes(status);
}

function isTasks(value: unknown): value is readonly SessionTask[] {
  return Array.isArray(value) && value.every(isTask);
}

function isTask(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const { id, title, status } = value as Record<string, unknown>;
  return (
    typeof id === "string" && typeof title === "string" && TASK_STATUSES.some((known) => known === status)
  );
}

function isMode(value: unknown): value is SessionMode {
  return value === "plan" || value === "execute";
}

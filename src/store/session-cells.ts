import { join } from "node:path";
import type { ControlStore } from "../control/index.ts";
import type { MemoryStore } from "../deck/index.ts";
import type { Cell, SessionState } from "../kernel/index.ts";
import { readEarlierNote, readEarlierValue } from "./earlier-files.ts";
import { isChecklist, isMode, isTasks, isText } from "./is-remembered.ts";
import { refuseBadSessionName } from "./session-name.ts";
import { createStoreCell, type StoreCellOptions } from "./store-cell.ts";

/** What one session remembers beyond its process. */
export interface SessionStore extends Pick<SessionState, "checklist" | "mode" | "tasks"> {
  readonly memory: MemoryStore;
}

/** Where else a session may have left something. */
export interface SessionCellsOptions {
  /** The workspace's folder of plain files, where sessions were kept before; what is found there is where a session begins. */
  readonly earlier?: string | undefined;
}

/** What a session remembers, in the store of its workspace; that is opened when something is first asked for. */
export function createSessionCells(
  open: () => Promise<Pick<ControlStore, "cell" | "setCell">>,
  session: string,
  { earlier }: SessionCellsOptions = {},
): SessionStore {
  refuseBadSessionName(session);
  const fileOf = (name: string) => earlier && join(earlier, "sessions", session, name);

  function cell<T>(name: string, fresh: T, isValue: StoreCellOptions<T>["isValue"]): Cell<T> {
    const first = once(() => readEarlierValue(fileOf(`${name}.json`), isValue));
    return createStoreCell<T>({
      open,
      session,
      name,
      isValue,
      initial: async () => (await first()) ?? fresh,
    });
  }

  const note = createStoreCell<string>({
    open,
    session,
    name: "memory",
    isValue: isText,
    initial: once(() => readEarlierNote(fileOf("memory.md"))),
  });
  return {
    checklist: cell("checklist", [], isChecklist),
    mode: cell("mode", "execute", isMode),
    tasks: cell("tasks", [], isTasks),
    memory: {
      read: () => note.read(),
      replace: (content) => note.replace(content),
      append: async (line) => void (await note.update((text) => withLine(text, line))),
    },
  };
}

function withLine(text: string, line: string): string {
  return text === "" || text.endsWith("\n") ? `${text}${line}` : `${text}\n${line}`;
}

function once<T>(work: () => Promise<T>): () => Promise<T> {
  let done: Promise<T> | undefined;
  return () => (done ??= work());
}

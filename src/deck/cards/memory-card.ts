import { z } from "zod";
import { type DefinedTool, defineTool, Fault, reads, textResult, writes } from "../../kernel/index.ts";
import { bindContext } from "../bind-context.ts";
import type { CapabilityCard, DeckContext } from "../contract.ts";
import { handleOf, MEMORY_HANDLE_KEY } from "../handles.ts";
import { InMemoryStore, type MemoryStore } from "../memory-store.ts";
import { cardOf } from "./card-of.ts";
import { forAction, neededFor } from "./for-action.ts";
import { createSlots } from "./slots.ts";

const MOST_BYTES = 64 * 1024;

const memoryInput = z
  .strictObject({
    action: z.enum(["read", "replace", "append"]),
    content: z.string().optional().describe("replace: the whole new note; append: the line to add"),
  })
  .pipe(
    z.discriminatedUnion("action", [
      forAction("read", {}),
      forAction("replace", { content: z.string(neededFor("replace")) }),
      forAction("append", {
        content: z
          .string(neededFor("append"))
          .refine((text) => text.trim() !== "", "must say what to remember"),
      }),
    ]),
  );

const MEMORY = {
  name: "memory",
  path: "self.tools.memory",
  title: "Working memory",
  summary: "Read, replace or extend the working note",
  description:
    "A working note that is kept between calls: decisions, findings, what to do next. read shows it, append adds a line, " +
    `replace puts a whole new note in its place (an empty one clears it). It holds up to ${MOST_BYTES} bytes.`,
  input: memoryInput,
  effects: [reads("session"), writes("session")],
  trust: "L1",
} as const;

/** Makes `memory` over the store of the host, or over one of its own that ends with the process. */
export function buildMemoryCapability(ctx: DeckContext): DefinedTool {
  const store = handleOf(ctx, MEMORY_HANDLE_KEY) ?? new InMemoryStore();
  const inTurn = createSlots(1);
  return defineTool({
    ...MEMORY,
    run: async (input) => textResult(await inTurn(() => answer(input, store))),
  }).bind(bindContext(ctx));
}

/** The card of `memory`. */
export const memoryCard: CapabilityCard = cardOf(MEMORY, buildMemoryCapability);

async function answer(input: z.infer<typeof memoryInput>, store: MemoryStore): Promise<string> {
  switch (input.action) {
    case "read": {
      const note = await store.read();
      return note === "" ? "The memory is empty." : note;
    }
    case "replace": {
      const size = sizeOf(input.content);
      refuseTooMuch(size);
      await store.replace(input.content);
      return size === 0 ? "The memory is empty now." : `Replaced: the memory holds ${share(size)}.`;
    }
    case "append":
      return append(input.content.replace(/[\r\n]+$/, ""), store);
  }
}

async function append(line: string, store: MemoryStore): Promise<string> {
  const note = await store.read();
  const size = note === "" ? sizeOf(line) : sizeOf(note) + 1 + sizeOf(line);
  refuseTooMuch(size);
  await store.append(line);
  return `Appended: the memory holds ${share(size)}.`;
}

function sizeOf(text: string): number {
  return Buffer.byteLength(text);
}

function share(size: number): string {
  return `${size} of ${MOST_BYTES} bytes`;
}

function refuseTooMuch(size: number): void {
  if (size <= MOST_BYTES) return;
  throw new Fault("invalid_input", `The memory would hold ${share(size)}; it was not changed.`, {
    hint: "Use action=read, then action=replace with something shorter that keeps what matters.",
  });
}

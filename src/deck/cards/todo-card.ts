import { z } from "zod";
import { type DefinedTool, defineTool, textResult, writes } from "../../kernel/index.ts";
import { createTodoLedger, type LedgerItem } from "../../tools/index.ts";
import { bindContext } from "../bind-context.ts";
import type { CapabilityCard, DeckContext } from "../contract.ts";
import { cardOf } from "./card-of.ts";
import { forAction, neededFor } from "./for-action.ts";
import { renderLedger } from "./render-ledger.ts";

const itemInput = z.strictObject({
  task: z.string().min(1).describe("What is to be done"),
  state: z.enum(["pending", "active", "done", "dropped"]),
  weight: z.enum(["low", "normal", "high"]).optional().describe("How much it matters; default normal"),
});

const todoInput = z
  .strictObject({
    action: z.enum(["read", "set"]),
    items: z.array(itemInput).optional().describe("set: the complete new list, in order"),
  })
  .pipe(
    z.discriminatedUnion("action", [
      forAction("read", {}),
      forAction("set", { items: z.array(itemInput, neededFor("set")) }),
    ]),
  );

/** The session's checklist with weights and with what was dropped; `todo_read` and `todo_set` show the rest of it. */
const todo = defineTool({
  name: "todo",
  path: "self.tools.todo.board",
  title: "Keep a checklist",
  summary: "Read or replace the checklist of this session, with weights and dropped tasks",
  description:
    "The checklist of this session. set replaces the whole list: send every item, also those that did not change; an " +
    "empty list clears it. Mark what is no longer wanted as dropped instead of leaving it out. read shows the list.",
  input: todoInput,
  effects: [writes("session")],
  trust: "L1",
  async run(input, { state }) {
    const ledger = createTodoLedger(state.checklist);
    if (input.action === "set") await ledger.set(input.items.map(withWeight));
    return textResult(renderLedger(await ledger.read()));
  },
});

/** Makes `todo`. */
export function buildTodoCapability(ctx: DeckContext): DefinedTool {
  return todo.bind(bindContext(ctx));
}

/** The card of `todo`. */
export const todoCard: CapabilityCard = cardOf(todo, buildTodoCapability);

function withWeight({ weight = "normal", ...item }: z.infer<typeof itemInput>): LedgerItem {
  return { ...item, weight };
}

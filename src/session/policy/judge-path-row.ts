import { z } from "zod";
import { closedNet, realPath } from "../../backends/index.ts";
import { type Approver, surveyGround } from "../../control/index.ts";
import type { ToolCall } from "../../kernel/index.ts";
import { createMemoryStore } from "../../store/index.ts";
import { examine } from "../governed/judge-call.ts";
import { openSession, type Session } from "../open-session.ts";
import { judgePlaces } from "./judge-places.ts";
import type { RowVerdict } from "./row-answer.ts";
import { rowCall } from "./row-call.ts";
import { openRowWorkspace, type RowWorkspace } from "./row-workspace.ts";
import { setUpRow } from "./set-up-row.ts";

/** A row of a batch that is about a path: what lies there, and the one call that is made. */
export const pathRow = z.object({
  id: z.string(),
  setup: z.array(z.string()).optional(),
  path: z.string(),
  op: z.enum(["read", "write", "edit", "delete", "grep", "find"]),
  pattern: z.string().optional(),
  proof: z.string().optional(),
});

type PathRow = z.infer<typeof pathRow>;

/**
 * Judges a row in a folder of its own, made as the row says and removed again. The policy is asked first; what it has
 * nothing against is really called there, so that whatever else refuses has its say.
 */
export async function judgePathRow(row: PathRow, cancel: AbortSignal): Promise<RowVerdict> {
  const workspace = await openRowWorkspace();
  const store = createMemoryStore();
  const sessions = new Map<string, Session>();
  const opened = (name = "row"): Session => {
    const settings = { cwd: workspace.opened, name, stateFolder: workspace.state };
    const session =
      sessions.get(name) ?? openSession({ ...settings, govern: { trust: "L2", approver: YES, store } });
    sessions.set(name, session);
    return session;
  };
  try {
    for (const line of row.setup ?? []) {
      cancel.throwIfAborted();
      await setUpRow(line, workspace, opened);
    }
    const call = { id: row.id, ...rowCall(row, workspace.fill(row.path)) };
    return (await objectionTo(call, opened(), workspace)) ?? (await outcomeOf(call, opened(), cancel));
  } finally {
    await Promise.allSettled([...sessions.values()].map((session) => session.close()));
    await workspace.close();
  }
}

/** Only what trust asks about every write is left to answer once the policy has nothing to ask. */
const YES: Approver = { by: "row", ask: () => Promise.resolve("once") };

/** What the policy itself says, at the level where it asks. */
async function objectionTo(
  { name, input }: ToolCall,
  session: Session,
  { opened, state }: RowWorkspace,
): Promise<RowVerdict | undefined> {
  const tool = await session.tool(name);
  const examined = await examine(await tool.touches(input), { cwd: opened, net: closedNet }, { shellDesk });
  const ground = await surveyGround({ cwd: opened, hidden: [state], realPath });
  return judgePlaces(examined, ground);
}

const shellDesk = (): Promise<never> => Promise.reject(new Error("no row about a path runs a command"));

async function outcomeOf(call: ToolCall, session: Session, cancel: AbortSignal): Promise<RowVerdict> {
  const { isError, error } = await session.call(call, { cancel });
  return isError
    ? { verdict: "deny", rule: `call.${error?.code ?? "tool_error"}`, reason: error?.message ?? "it failed" }
    : { verdict: "allow", rule: "harmless", reason: "nothing speaks against it" };
}

import { z } from "zod";
import { DEFAULT_ALLOWED_COMMANDS } from "./allowed-commands.ts";
import type { CommandPolicy } from "./command-policy.ts";
import type { RepositoryFacts, Surroundings } from "./program-facts.ts";

/** What a row about a command comes to; `error` says what is wrong with the row. */
export type BatchAnswer =
  | {
      readonly id: string;
      readonly verdict: "allow" | "ask" | "deny";
      readonly rule: string;
      readonly reason: string;
    }
  | { readonly id: string; readonly error: string };

/** A row of a batch that is about a command; `context` says what differs from a plain repository on a branch of its own. */
const commandRow = z.object({
  id: z.string(),
  command: z.string(),
  context: z
    .object({
      branch: z.string().nullish(),
      headPushed: z.boolean().optional(),
      untracked: z.array(z.string()).optional(),
      remotePush: z.union([z.string(), z.array(z.string())]).optional(),
    })
    .optional(),
});

/** Judges one row of a batch in a made-up workspace: no machine and no real repository has a part in it. */
export function judgeBatchRow(row: unknown, policy: CommandPolicy): BatchAnswer {
  const parsed = commandRow.safeParse(row);
  if (!parsed.success) return { id: idOf(row), error: z.prettifyError(parsed.error) };
  const { id, command, context } = parsed.data;
  const { verdict, rule, reason } = policy.judge(command, WORKSPACE, surroundingsOf(context));
  return { id, verdict, rule, reason };
}

const WORKSPACE = "/workspace";

type Context = z.infer<typeof commandRow>["context"];

function surroundingsOf(context: Context): Surroundings {
  return {
    workspace: WORKSPACE,
    home: "/home/somebody",
    repository: repositoryOf(context),
    allowedCommands: DEFAULT_ALLOWED_COMMANDS,
    localPrograms: ["tsc", "vitest"],
  };
}

function repositoryOf(context: Context = {}): RepositoryFacts {
  const { branch = "work", headPushed = false, untracked = [], remotePush = [] } = context;
  return {
    branch: branch ?? undefined,
    headPushed,
    untracked,
    secrets: [],
    remotePush: typeof remotePush === "string" ? [remotePush] : remotePush,
  };
}

function idOf(row: unknown): string {
  const id = typeof row === "object" && row !== null && "id" in row ? row.id : undefined;
  return typeof id === "string" ? id : "";
}

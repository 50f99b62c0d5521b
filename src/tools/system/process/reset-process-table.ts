import type { SessionState } from "../../../kernel/index.ts";

/** Stops and forgets every job of a session. */
export async function resetProcessTable({ jobs }: Pick<SessionState, "jobs">): Promise<void> {
  const kept = await jobs.list();
  await Promise.all(kept.map(({ id }) => jobs.stop(id)));
}

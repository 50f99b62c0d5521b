import type { Approval } from "../../control/index.ts";
import { Fault } from "../../kernel/index.ts";
import type { Records } from "../../session/index.ts";

const SHORTEST = 4;

/** The approval of this id, or of one that begins or ends like it, as it stands now. */
export async function findApproval({ store, approvals }: Records, id: string): Promise<Approval> {
  // Puts aside what waited too long.
  await approvals.waiting();
  const exact = await store.approval(id);
  if (exact !== undefined) return exact;
  const like = id.toUpperCase();
  const found = (await store.approvals()).filter(
    (approval) =>
      id.length >= SHORTEST &&
      (approval.id.toUpperCase().startsWith(like) || approval.id.toUpperCase().endsWith(like)),
  );
  const [first, second] = found;
  if (first !== undefined && second === undefined) return first;
  throw new Fault("not_found", `There is no one approval ${JSON.stringify(id)}.`, {
    hint:
      second === undefined
        ? "`deckhand approvals list` shows what waits in this workspace; --cwd names another."
        : `${found.length} approvals are called like that; give more of the id.`,
  });
}

import { Fault } from "../../kernel/index.ts";
import type { AuditHead } from "./audit-record.ts";
import type { ControlStore } from "../store.ts";
import type { Anchor } from "./anchor.ts";

/** The part of a store that holds the trail. */
export type Trail = Pick<ControlStore, "appendAudit" | "auditHead" | "readAudit">;

/** Moves the anchor behind a growing trail, by the rule of `Anchor`. */
export interface AnchorKeeper {
  /** Sees to it that there is an anchor before the first record; one that is gone later is not made again. */
  begin(): Promise<void>;
  /** Moves the anchor to a durable end of the trail; a trail that lost what the anchor counts is a fault. */
  cover(head: AuditHead): Promise<void>;
}

/** Makes the keeper of one trail and its anchor. */
export function createAnchorKeeper(trail: Trail, anchor: Anchor): AnchorKeeper {
  return {
    async begin() {
      if ((await anchor.read()) !== undefined) return;
      const { records } = await trail.auditHead();
      if (records === 0) await anchor.write({ records, seal: "" });
    },
    async cover(head) {
      const noted = await anchor.read();
      if (noted === undefined) throw tampered("its anchor is gone");
      if (!(await holds(trail, noted))) {
        throw tampered(`its anchor counts ${noted.records} records, and the last of them is not there`);
      }
      if (head.records > noted.records) await anchor.write(head);
    },
  };
}

/** Tells whether a trail holds the record that an anchor names. */
async function holds(trail: Trail, { records, seal }: AuditHead): Promise<boolean> {
  if (records === 0) return true;
  const [record] = await trail.readAudit(records, 1);
  return record?.seq === records && record.seal === seal;
}

function tampered(how: string): Fault {
  return new Fault("unavailable", `The audit trail is not what it was: ${how}.`, {
    hint: "Run `deckhand audit verify` and look into it before anything else is changed.",
  });
}

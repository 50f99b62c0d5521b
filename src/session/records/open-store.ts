import type { ControlStore } from "../../control/index.ts";
import type { Clock } from "../../kernel/index.ts";
import { openSqliteStore } from "../../store/index.ts";
import type { RecordPlace } from "./open-trail.ts";

/** Opens the store of a workspace; apart from where it is first asked for, so that it is loaded only then. */
export function openStore({ database }: RecordPlace, clock: Clock | undefined): Promise<ControlStore> {
  return openSqliteStore({ file: database, ...(clock === undefined ? {} : { clock }) });
}

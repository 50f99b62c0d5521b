import type { FsFaultPlace } from "../../kernel/index.ts";
import { forbiddenFault } from "./fs-faults.ts";
import type { WriteGround } from "./replace-file.ts";

/** Refuses a change that the rule forbids under any of the names the path goes by. */
export function refuseChange(
  { refuseWrite }: Pick<WriteGround, "refuseWrite">,
  names: readonly string[],
  place: FsFaultPlace,
): void {
  for (const name of new Set(names)) {
    const reason = refuseWrite(name);
    if (reason === undefined) continue;
    throw forbiddenFault(place, name === place.path ? reason : `${reason} (${name})`);
  }
}

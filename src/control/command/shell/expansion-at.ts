import type { SimpleCommand } from "../simple-command.ts";
import type { Expansion } from "./expansion.ts";
import { forkOf } from "./scope.ts";
import type { Place, Walker } from "./walker.ts";

/** How words are expanded at a place: what they run is walked there, in a shell of its own. */
export function expansionAt(place: Place, walker: Walker, feeder: readonly SimpleCommand[] = []): Expansion {
  return {
    scope: place.scope,
    home: walker.home,
    workspace: walker.workspace,
    input: place.input,
    feeder,
    run(script, input) {
      const before = walker.commands.length;
      const inside = { scope: forkOf(place.scope), input, source: script.source ?? place.source };
      walker.walk({ type: "CompoundList", pos: 0, end: 0, commands: script.commands }, inside);
      return walker.commands.slice(before);
    },
    doubt(doubt) {
      walker.doubts.push(doubt);
    },
  };
}

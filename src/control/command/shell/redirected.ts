import type { Redirected } from "unbash";
import { emit } from "./emit.ts";
import { expansionAt } from "./expansion-at.ts";
import { redirectsOf } from "./redirects-of.ts";
import type { Place, Walker } from "./walker.ts";

/** The place inside a group with redirections, which open their files once and feed all that is in it. */
export function redirected(node: Redirected, place: Place, walker: Walker): Place {
  const { redirects, input } = redirectsOf(node.redirects, place.input, expansionAt(place, walker));
  if (redirects.length > 0) {
    const [first, last] = [node.redirects[0], node.redirects.at(-1)];
    const source = place.source.slice(first?.pos, last?.end);
    const cwd = place.scope.folder?.[0];
    emit(
      {
        words: [],
        assignments: [],
        redirects,
        input: { kind: "none" },
        cwd,
        source,
        isFunction: undefined,
        functions: undefined,
      },
      place.scope,
      walker,
    );
  }
  return { ...place, input };
}

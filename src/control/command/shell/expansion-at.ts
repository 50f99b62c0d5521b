import type { ParsedScript } from "unbash";
import type { InputSource, SimpleCommand } from "../simple-command.ts";
import type { Doubt, Expansion, FunctionBody } from "./expansion.ts";
import { forkOf, type Scope } from "./scope.ts";
import type { Place, Walker } from "./walker.ts";

/** How words are expanded at a place: what they run is walked there, in a shell of its own. */
export function expansionAt(place: Place, walker: Walker): PlaceExpansion {
  return new PlaceExpansion(place, walker);
}

/** A class, since one is made for every command and few of them run anything. */
export class PlaceExpansion implements Expansion {
  readonly scope: Scope<FunctionBody>;
  readonly input: InputSource;
  readonly home: string;
  readonly workspace: string;
  private readonly place: Place;
  private readonly walker: Walker;
  private fed: SimpleCommand[] | undefined = undefined;

  constructor(place: Place, walker: Walker) {
    this.scope = place.scope;
    this.input = place.input;
    this.home = walker.home;
    this.workspace = walker.workspace;
    this.place = place;
    this.walker = walker;
  }

  run(script: ParsedScript, input: InputSource): readonly SimpleCommand[] {
    const { place, walker } = this;
    const before = walker.commands.length;
    const inside = { scope: forkOf(place.scope), input, source: script.source ?? place.source };
    walker.walk({ type: "CompoundList", pos: 0, end: 0, commands: script.commands }, inside);
    return walker.commands.slice(before);
  }

  feeder(): readonly SimpleCommand[] {
    this.fed ??= [];
    return this.fed;
  }

  /** Says what the command at hand has become. */
  feed(commands: readonly SimpleCommand[]): void {
    if (this.fed !== undefined) this.fed.push(...commands);
  }

  doubt(doubt: Doubt): void {
    this.walker.doubts.push(doubt);
  }

  evaluate(source: string): void {
    this.walker.evaluated ??= source;
  }
}

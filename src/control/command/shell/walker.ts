import type { CompoundList, PipelineNode } from "unbash";
import type { InputSource, SimpleCommand } from "../simple-command.ts";
import type { Doubt, FunctionBody } from "./expansion.ts";
import type { Scope } from "./scope.ts";

/** Where in a text a walk is, and what is known there. */
export interface Place {
  readonly scope: Scope<FunctionBody>;
  readonly input: InputSource;
  /** The text that positions count in. */
  readonly source: string;
}

/** What one walk over a command has seen, and how its parts go on with each other. */
export interface Walker {
  readonly home: string;
  readonly workspace: string;
  /** Functions that were defined before this text, whose bodies are judged elsewhere. */
  readonly known: ReadonlySet<string>;
  readonly commands: SimpleCommand[];
  readonly doubts: Doubt[];
  /** Most commands it may see, so that loops in functions in loops end. */
  readonly most: number;
  /** Functions whose body is being looked at. */
  readonly calling: Set<FunctionBody>;
  /** Functions nobody has called yet, with where they were defined. */
  readonly uncalled: Map<FunctionBody, Place>;
  walk(node: FunctionBody | CompoundList | PipelineNode, place: Place): void;
  /** Shell text that runs in this very shell, as of `eval`. */
  walkText(text: string, place: Place, source: string): void;
}

/** Whether the walk has seen as much as it may; then it is refused as a whole. */
export function isExhausted(walker: Walker): boolean {
  return walker.commands.length > walker.most;
}

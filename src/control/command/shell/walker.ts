import type { CompoundList, PipelineNode } from "unbash";
import type { InputSource, SimpleCommand } from "../simple-command.ts";
import type { Doubt, FunctionBody } from "./expansion.ts";
import type { Scope } from "./scope.ts";
import type { Memory, Repeated } from "./walk-remembered.ts";

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
  readonly known: ReadonlySet<string> | undefined;
  readonly commands: SimpleCommand[];
  readonly doubts: Doubt[];
  /** How many commands were looked at. */
  steps: number;
  /** How many would run, with the rounds and calls that came to the same as an earlier one. */
  ran: number;
  /** How many of those that were looked at stand in loops and functions. */
  repeated: number;
  /** Most commands that may be looked at. */
  readonly most: number;
  /** Most of them that may stand in loops and functions, so that loops in functions in loops end soon. */
  readonly mostRepeated: number;
  /** How many loops and functions the walk is in: what stands in one may be walked again. */
  repeating: number;
  /** Earlier walks over the parts of loops and functions; absent where there are none. */
  memories: Map<Repeated, readonly Memory[]> | undefined;
  /** The first place where the content of something that is not known is taken for a number; absent where there is none. */
  evaluated: string | undefined;
  /** Functions whose body is being looked at, the outermost first. */
  readonly calling: FunctionBody[];
  /** Functions nobody has called yet, with where they were defined; absent where none is defined. */
  uncalled: Map<FunctionBody, Place> | undefined;
  walk(node: FunctionBody | CompoundList | PipelineNode, place: Place): void;
  /** The same for one that is remembered from then on. */
  walkAnew(node: Repeated, place: Place): void;
  /** Shell text that runs in this very shell, as of `eval`. */
  walkText(text: string, place: Place, source: string): void;
}

/** Whether the walk has seen as much as it may; then it is refused as a whole. */
export function isExhausted(walker: Walker): boolean {
  const { steps, most, repeated, mostRepeated, ran } = walker;
  return steps > most || repeated > mostRepeated || ran > most * MOST_RUNS;
}

/** What comes to the same need not be looked at again, but what doubles with every level would never end. */
const MOST_RUNS = 16;

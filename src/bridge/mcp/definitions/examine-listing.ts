import type { JsonSchema, NodePath } from "../../../kernel/index.ts";
import {
  definitionPin,
  type Pin,
  providerName,
  qualifyBridgeName,
  type RemoteDefinition,
} from "../../../ledger/index.ts";
import { isMap } from "../../json-map.ts";
import { remotePath } from "../remote-path.ts";
import { definitionProblem } from "./definition-problem.ts";
import type { Flag } from "./flags/flag.ts";
import { flagsAmong } from "./flags/flags-among.ts";
import { flagsOf, flagsOfInstructions } from "./flags/flags-of.ts";
import { otherToolFlags, otherToolsIn } from "./flags/other-tool-flags.ts";
import { currentOtherTools, type FindOtherTool, type OtherTools } from "./flags/other-tools.ts";
import { ANY_OBJECT, readInputSchema } from "./schema/read-input-schema.ts";
import { beginningOf, MOST_OF_ONE } from "./schema/text-room.ts";
import { type RejectedEntry, sortByName } from "./sort-by-name.ts";

/** What a server listed, and what its tools must not be mixed up with. */
export interface ListingToExamine {
  readonly serverId: string;
  readonly tools: readonly unknown[];
  readonly instructions?: string | undefined;
  /** The tools of other servers by their ids, and the built-in ones under an empty id; whoever changes it is seen. */
  readonly otherTools?: OtherTools | undefined;
}

/** One tool of a listing, as far as it can be told from its definition alone. */
export interface ExaminedTool {
  /** What the server itself calls it. */
  readonly tool: string;
  /** Among all others: `<server>__<tool>`. */
  readonly name: string;
  /** The same as every model provider takes it. */
  readonly providerName: string;
  readonly path: NodePath;
  readonly title: string | undefined;
  /** What a model is told, of a bearable length. */
  readonly description: string;
  /** What its input is checked against, and what a model is shown. */
  readonly parameters: JsonSchema;
  /** As the server sent it, whole. */
  readonly definition: RemoteDefinition;
  readonly pin: Pin;
  /** Why it cannot be used; nothing when it can. */
  readonly problem: string | undefined;
  /** What is suspicious about it, with whoever else is there when it is asked. */
  readonly flags: readonly Flag[];
}

/** A listing, tool by tool: one that cannot be used says why and leaves its neighbours alone. */
export interface ExaminedListing {
  readonly serverId: string;
  readonly tools: readonly ExaminedTool[];
  readonly rejected: readonly RejectedEntry[];
  readonly instructions: string | undefined;
  /** What is suspicious about what the server tells the model, with whoever else is there when it is asked. */
  readonly instructionFlags: readonly Flag[];
}

/** Looks at everything a server lists; whatever it holds, this never throws for a server with a proper id. */
export function examineListing(listing: ListingToExamine): ExaminedListing {
  const { serverId, instructions, otherTools = {} } = listing;
  const { named, rejected } = sortByName(listing.tools);
  const find = currentOtherTools(serverId, [...named.keys()], otherTools);
  const instructionFlags = flagsAmong({
    own: () => (instructions === undefined ? [] : flagsOfInstructions(instructions, serverId)),
    others: (among) => (instructions === undefined ? [] : otherToolsIn(instructions, among)),
    find,
  });
  return {
    serverId,
    tools: Array.from(named, ([tool, definitions]) => examine(serverId, tool, definitions, find)),
    rejected,
    instructions,
    get instructionFlags() {
      return instructionFlags();
    },
  };
}

function examine(
  serverId: string,
  tool: string,
  [definition = {}, ...others]: readonly RemoteDefinition[],
  find: () => FindOtherTool,
): ExaminedTool {
  const problem = definitionProblem(definition);
  const input = problem === undefined ? readInputSchema(definition["inputSchema"]) : { problem };
  const flags = flagsAmong({
    own: () => [...twiceFlags(others), ...(problem === undefined ? flagsOf(definition, serverId) : [])],
    others: (among) => (problem === undefined ? otherToolFlags(definition, among) : []),
    find,
  });
  const name = qualifyBridgeName(serverId, tool);
  return {
    tool,
    name,
    providerName: providerName(name),
    path: remotePath(serverId, tool),
    title: titleOf(definition),
    description: textAt(definition["description"]),
    parameters: input.problem === undefined ? input.schema : ANY_OBJECT,
    definition,
    pin: problem === undefined ? definitionPin(definition) : NO_PIN,
    problem: input.problem,
    get flags() {
      return flags();
    },
  };
}

/** Of a definition that has no canonical form. */
const NO_PIN: Pin = { whole: "", parts: {} };

function twiceFlags(others: readonly RemoteDefinition[]): readonly Flag[] {
  if (others.length === 0) return [];
  return [
    {
      kind: "listed-twice",
      where: "/name",
      excerpt: `listed ${others.length + 1} times; the first one counts`,
    },
  ];
}

const MOST_TITLE = 200;

/** Older servers keep it among the annotations. */
function titleOf({ title, annotations }: RemoteDefinition): string | undefined {
  const given = typeof title === "string" ? title : isMap(annotations) ? annotations["title"] : undefined;
  return typeof given === "string" && given.trim() !== "" ? beginningOf(given, MOST_TITLE) : undefined;
}

function textAt(value: unknown): string {
  return typeof value === "string" ? beginningOf(value, MOST_OF_ONE) : "";
}

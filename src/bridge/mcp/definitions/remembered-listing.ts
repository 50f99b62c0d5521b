import type { JsonSchema } from "../../../kernel/index.ts";
import type { RemoteDefinition } from "../../../ledger/index.ts";
import type { ExaminedListing, ExaminedTool } from "./examine-listing.ts";
import type { Flag } from "./flags/flag.ts";
import { flagsAmong } from "./flags/flags-among.ts";
import { otherToolFlags, otherToolsIn } from "./flags/other-tool-flags.ts";
import { currentOtherTools, type FindOtherTool, type OtherTools } from "./flags/other-tools.ts";

/** An examined listing as it is remembered beside the definitions it is of, so that nobody has to look at them again. */
export interface RememberedListing extends Pick<ExaminedListing, "rejected" | "instructionFlags"> {
  /** By which form of examination. */
  readonly form: number;
  readonly tools: readonly RememberedTool[];
}

/** A tool of it; what is exactly as the server gave it is left out. */
export interface RememberedTool extends Omit<ExaminedTool, "definition" | "description" | "parameters"> {
  /** The place of its definition, from 0. */
  readonly at: number;
  readonly description?: string | undefined;
  readonly parameters?: JsonSchema | undefined;
}

/** Changes whenever definitions come to be looked at in another way, so that what is remembered is not taken for it. */
const FORM = 5;

/** What is to be remembered of a listing that was just examined. */
export function rememberListing(
  { tools, rejected, instructionFlags }: ExaminedListing,
  definitions: readonly RemoteDefinition[],
): RememberedListing {
  return {
    form: FORM,
    tools: tools.map((tool) => rememberTool(tool, definitions)),
    rejected,
    instructionFlags: instructionFlags.filter(isOwn),
  };
}

/** Whom a text talks about depends on who is there, and is never remembered. */
function isOwn({ kind }: Flag): boolean {
  return kind !== "other-tool";
}

function rememberTool(
  { definition, description, parameters, flags, ...told }: ExaminedTool,
  definitions: readonly RemoteDefinition[],
): RememberedTool {
  const isAsGiven = JSON.stringify(parameters) === JSON.stringify(definition["inputSchema"]);
  return {
    ...told,
    flags: flags.filter(isOwn),
    at: definitions.indexOf(definition),
    ...(description === definition["description"] ? {} : { description }),
    ...(isAsGiven ? {} : { parameters }),
  };
}

/** What was listed and examined before; nothing where it was examined in another way, and has to be looked at again. */
export function recallListing(listing: {
  readonly serverId: string;
  readonly instructions?: string | undefined;
  readonly tools: readonly RemoteDefinition[];
  readonly examined?: RememberedListing | undefined;
  readonly otherTools?: OtherTools | undefined;
}): ExaminedListing | undefined {
  const { serverId, instructions, tools: definitions, examined, otherTools = {} } = listing;
  if (examined?.form !== FORM) return undefined;
  const { rejected } = examined;
  const names = examined.tools.map(({ tool }) => tool);
  const find = currentOtherTools(serverId, names, otherTools);
  const instructionFlags = flagsAmong({
    own: () => examined.instructionFlags,
    others: (among) => (instructions === undefined ? [] : otherToolsIn(instructions, among)),
    find,
  });
  return {
    serverId,
    tools: examined.tools.map((tool) => recallTool(tool, definitions[tool.at] ?? {}, find)),
    rejected,
    instructions,
    get instructionFlags() {
      return instructionFlags();
    },
  };
}

function recallTool(
  { at: _place, description, parameters, problem, title, flags: own, ...told }: RememberedTool,
  definition: RemoteDefinition,
  find: () => FindOtherTool,
): ExaminedTool {
  const flags = flagsAmong({
    own: () => own,
    others: (among) => (problem === undefined ? otherToolFlags(definition, among) : []),
    find,
  });
  return {
    ...told,
    title,
    problem,
    definition,
    description: description ?? (definition["description"] as string),
    parameters: parameters ?? (definition["inputSchema"] as JsonSchema),
    get flags() {
      return flags();
    },
  };
}

import type { JsonSchema } from "../../../kernel/index.ts";
import type { RemoteDefinition } from "../../../ledger/index.ts";
import type { ExaminedListing, ExaminedTool } from "./examine-listing.ts";

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
const FORM = 2;

/** What is to be remembered of a listing that was just examined. */
export function rememberListing(
  { tools, rejected, instructionFlags }: ExaminedListing,
  definitions: readonly RemoteDefinition[],
): RememberedListing {
  return {
    form: FORM,
    tools: tools.map((tool) => rememberTool(tool, definitions)),
    rejected,
    instructionFlags,
  };
}

function rememberTool(
  { definition, description, parameters, flags, ...told }: ExaminedTool,
  definitions: readonly RemoteDefinition[],
): RememberedTool {
  const isAsGiven = JSON.stringify(parameters) === JSON.stringify(definition["inputSchema"]);
  return {
    ...told,
    flags,
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
}): ExaminedListing | undefined {
  const { serverId, instructions, tools: definitions, examined } = listing;
  if (examined?.form !== FORM) return undefined;
  const { rejected, instructionFlags } = examined;
  const tools = examined.tools.map((tool) => recallTool(tool, definitions[tool.at] ?? {}));
  return { serverId, tools, rejected, instructions, instructionFlags };
}

function recallTool(
  { at: _place, description, parameters, problem, title, ...told }: RememberedTool,
  definition: RemoteDefinition,
): ExaminedTool {
  return {
    ...told,
    title,
    problem,
    definition,
    description: description ?? (definition["description"] as string),
    parameters: parameters ?? (definition["inputSchema"] as JsonSchema),
  };
}

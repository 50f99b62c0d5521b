import type { JsonSchema } from "./input-schema.ts";
import type { ToolResult } from "./tool-result.ts";

/** One thing an outside service can do. */
export interface SaasAction {
  /** Case-sensitive, unique in the gateway, such as `tickets.createTicket`. */
  readonly slug: string;
  /** The service it belongs to. */
  readonly toolkit: string;
  readonly summary: string;
  /** What `execute` takes as arguments. */
  readonly parameters: JsonSchema;
}

/** Which actions are looked for. */
export interface SaasQuery {
  /** Only these services; all of them when absent or empty. */
  readonly toolkits?: readonly string[];
  /** Words that tell what is wanted; everything when absent. */
  readonly query?: string;
  readonly limit: number;
}

/** What was found, and how much more there is. */
export interface SaasFindings {
  readonly actions: readonly SaasAction[];
  readonly total: number;
  readonly toolkits: readonly string[];
}

/**
 * The way to outside services, behind `saas-action`.
 * Contract: `discover` reaches nobody and answers best match first; `execute` of an unknown slug is a `not_found` fault
 * that names the closest ones; arguments are checked before anything is sent; credentials never come from the caller.
 */
export interface SaasGateway {
  discover(query: SaasQuery, cancel: AbortSignal): Promise<SaasFindings>;
  execute(slug: string, input: Readonly<Record<string, unknown>>, cancel: AbortSignal): Promise<ToolResult>;
}

import { Fault } from "../../../kernel/index.ts";
import { type JsonMap, listAt, textAt, valueAt } from "../../json-map.ts";
import { readBody, type RequestBody } from "./read-body.ts";
import { type Parameter, readParameters } from "./read-parameters.ts";
import { readSecurity, type SecurityChoices } from "./security-schemes.ts";
import { serverOf } from "./server-of.ts";
import { plainName, type Service } from "./service.ts";

/** One method of one path of a document. */
export interface Operation {
  readonly service: Service;
  /** Such as `createTicket`; unique once it is in a catalogue. */
  readonly name: string;
  /** In upper case. */
  readonly method: string;
  readonly path: string;
  /** Where it stands in its document. */
  readonly place: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly isDeprecated: boolean;
  /** What is needed to call it, or why it cannot be called. */
  readonly plan: CallPlan | Unavailable;
}

/** What is needed to call an operation. */
export interface CallPlan {
  readonly kind: "ready";
  readonly server: URL;
  readonly parameters: readonly Parameter[];
  readonly body: RequestBody | undefined;
  readonly security: SecurityChoices;
}

/** Why an operation cannot be called. */
export interface Unavailable {
  readonly kind: "unavailable";
  readonly reason: string;
}

/** Where an operation stands in a document. */
export interface OperationPlace {
  readonly path: string;
  readonly method: string;
  readonly item: JsonMap;
  readonly operation: JsonMap;
}

/** Reads one operation; one that cannot be called says so. */
export function readOperation(service: Service, at: OperationPlace): Operation {
  const { path, method, operation } = at;
  const description = (textAt(operation, "description") ?? "").slice(0, MOST_DESCRIPTION);
  const said = textAt(operation, "summary") ?? description.split("\n")[0] ?? "";
  const isDeprecated = valueAt(operation, "deprecated") === true;
  const call = `${method.toUpperCase()} ${path.slice(0, MOST_SUMMARY)}`;
  const title = oneLine(said) === "" ? call : `${oneLine(said)} (${call})`;
  return {
    service,
    name: nameOf(at),
    method: method.toUpperCase(),
    path,
    place: `paths.${path.slice(0, MOST_SUMMARY)}.${method}`,
    summary: isDeprecated ? `Deprecated. ${title}` : title,
    description,
    tags: listAt(operation, "tags")
      .filter((tag) => typeof tag === "string")
      .slice(0, MOST_TAGS),
    isDeprecated,
    plan: planOf(service, at),
  };
}

const MOST_DESCRIPTION = 500;
const MOST_SUMMARY = 200;
const MOST_TAGS = 20;

function oneLine(text: string): string {
  return text.slice(0, MOST_SUMMARY).replaceAll(/\s+/g, " ").trim();
}

function nameOf({ operation, method, path }: OperationPlace): string {
  const own = plainName(textAt(operation, "operationId") ?? "");
  return own === "" ? plainName(method + path.replaceAll(/[{}]/g, "")) : own;
}

function planOf(service: Service, { path, method, item, operation }: OperationPlace): CallPlan | Unavailable {
  const { root, config } = service;
  try {
    return {
      kind: "ready",
      server: serverOf(config, operation, item, root),
      parameters: readParameters(service, path, [item, operation]),
      body: readBody(service, method, operation),
      security: readSecurity(operation) ?? readSecurity(root) ?? [],
    };
  } catch (error) {
    if (error instanceof Fault) return { kind: "unavailable", reason: error.message };
    throw error;
  }
}

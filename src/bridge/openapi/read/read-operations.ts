import { Fault } from "../../../kernel/index.ts";
import { dereferenced } from "../../follow-ref.ts";
import { isMap, type JsonMap, mapAt, valueAt } from "../../json-map.ts";
import { brokenSchemas } from "../schema/broken-schemas.ts";
import {
  type CallPlan,
  type Operation,
  type OperationPlace,
  readOperation,
  type Unavailable,
} from "./operation.ts";
import type { Service } from "./service.ts";

/** Something that could not be used, and where it stands. */
export interface Remark {
  readonly place: string;
  readonly message: string;
}

/** The operations of a document, in its order, and remarks about those that cannot be used. */
export interface Reading {
  readonly operations: readonly Operation[];
  readonly remarks: readonly Remark[];
}

/** Reads every operation of a document; what is wrong with one is no trouble to the others. */
export function readOperations(service: Service): Reading {
  const remarks: Remark[] = [...remarksOnWhole(service)];
  const places = operationPlaces(service.root, remarks);
  if (places.length > MOST_OPERATIONS) {
    remarks.push({
      place: "paths",
      message: `Only the first ${MOST_OPERATIONS} operations of ${places.length} are used.`,
    });
  }
  const operations = withoutBroken(
    service,
    places.slice(0, MOST_OPERATIONS).map((place) => readOperation(service, place)),
  );
  for (const { place, plan } of operations) {
    const isSaid =
      plan.kind === "ready" || ("trouble" in service.home && plan.reason === service.home.trouble);
    if (!isSaid) remarks.push({ place, message: `This operation is unavailable: ${plan.reason}.` });
  }
  return { operations, remarks };
}

const MOST_OPERATIONS = 10_000;
const METHODS = ["get", "put", "post", "delete", "options", "head", "patch"] as const;

function remarksOnWhole({ root, home, config, schemes }: Service): Remark[] {
  const unknown = Object.keys(config.auth ?? {}).filter((name) => !schemes.has(name));
  const known = [...schemes.keys()].join(", ") || "none";
  return [
    ...(isMap(valueAt(root, "paths")) ? [] : [{ place: "paths", message: "There is no object of paths." }]),
    ...("trouble" in home
      ? [
          {
            place: "servers",
            message: `No operation can be called: ${home.trouble}. Set \`server\` in the configuration.`,
          },
        ]
      : []),
    ...unknown.map((name) => ({
      place: "components.securitySchemes",
      message: `\`auth\` names ${name}, which the document does not have. Its security schemes: ${known.slice(0, 500)}.`,
    })),
  ];
}

function operationPlaces(root: JsonMap, remarks: Remark[]): OperationPlace[] {
  return Object.entries(mapAt(root, "paths")).flatMap(([path, value]) => {
    if (path.startsWith("x-")) return [];
    try {
      return placesIn(root, path, value);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      remarks.push({ place: `paths.${path.slice(0, 200)}`, message: `${error.message}.` });
      return [];
    }
  });
}

function placesIn(root: JsonMap, path: string, value: unknown): OperationPlace[] {
  if (!path.startsWith("/")) throw new Fault("invalid_input", "A path must begin with a slash");
  const target = dereferenced(root, value, "This path");
  // Beside a `$ref`, the path's own entries count first.
  const item = isMap(value) && value !== target ? { ...target, ...value } : target;
  return METHODS.flatMap((method) => {
    const operation = valueAt(item, method);
    return isMap(operation) ? [{ path, method, item, operation }] : [];
  });
}

function withoutBroken({ root }: Service, operations: readonly Operation[]): Operation[] {
  const broken = brokenSchemas(
    root,
    operations.flatMap(({ plan }) => (plan.kind === "ready" ? schemasOf(plan) : [])),
  );
  return operations.map((operation) => ({ ...operation, plan: planWithout(broken, operation.plan) }));
}

function planWithout(broken: ReadonlyMap<unknown, string>, plan: Operation["plan"]): CallPlan | Unavailable {
  if (plan.kind === "unavailable") return plan;
  const reason = schemasOf(plan)
    .map((schema) => broken.get(schema))
    .find((found) => found !== undefined);
  return reason === undefined ? plan : { kind: "unavailable", reason };
}

function schemasOf({ parameters, body }: CallPlan): unknown[] {
  return [...parameters.map(({ schema }) => schema), body?.schema];
}

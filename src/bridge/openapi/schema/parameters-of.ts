import type { JsonSchema } from "../../../kernel/index.ts";
import { isMap, type JsonMap } from "../../json-map.ts";
import type { CallPlan } from "../read/operation.ts";
import type { Parameter } from "../read/read-parameters.ts";
import type { Service } from "../read/service.ts";
import { createProjector } from "./project-schema.ts";

/** The argument that carries the body of a request. */
export const BODY_ARGUMENT = "body";

/** The arguments of an operation as one schema: its parameters by name, and its body. */
export function parametersOf({ root, isOldDialect }: Service, plan: CallPlan): JsonSchema {
  const projector = createProjector(root, isOldDialect);
  const entries = [...argumentsOf(plan)].map(([argument, parameter]) => ({
    argument,
    isRequired: parameter.isRequired,
    schema: described(projector.project(parameter.schema), parameter),
  }));
  if (plan.body !== undefined) {
    const schema = described(projector.project(plan.body.schema), { ...plan.body, isDeprecated: false });
    entries.push({ argument: BODY_ARGUMENT, isRequired: plan.body.isRequired, schema });
  }
  const required = entries.filter(({ isRequired }) => isRequired).map(({ argument }) => argument);
  const $defs = projector.definitions();
  return {
    type: "object",
    properties: Object.fromEntries(entries.map(({ argument, schema }) => [argument, schema])),
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
    ...(Object.keys($defs).length === 0 ? {} : { $defs }),
  };
}

/** The name of the argument for each parameter: its own, or with its place in front where two share one (`query_id`). */
export function argumentsOf({ parameters, body }: CallPlan): ReadonlyMap<string, Parameter> {
  const uses = new Map<string, number>(body === undefined ? [] : [[BODY_ARGUMENT, 1]]);
  for (const { name } of parameters) uses.set(name, (uses.get(name) ?? 0) + 1);
  const named = new Map<string, Parameter>();
  for (const parameter of parameters) {
    const { name, place } = parameter;
    let argument = uses.get(name) === 1 ? name : `${place}_${name}`;
    while (named.has(argument) || (argument !== name && uses.has(argument))) argument = `${argument}_`;
    named.set(argument, parameter);
  }
  return named;
}

function described(
  schema: JsonMap | boolean,
  { description, isDeprecated }: { readonly description: string | undefined; readonly isDeprecated: boolean },
): JsonMap | boolean {
  if (description === undefined && !isDeprecated) return schema;
  return {
    ...(isMap(schema) ? schema : schema ? {} : { not: {} }),
    ...(description === undefined ? {} : { description: description.slice(0, 1000) }),
    ...(isDeprecated ? { deprecated: true } : {}),
  };
}

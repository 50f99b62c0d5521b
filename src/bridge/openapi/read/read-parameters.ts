import { Fault } from "../../../kernel/index.ts";
import { dereferenced } from "../../follow-ref.ts";
import { isMap, type JsonMap, listAt, mapAt, textAt, valueAt } from "../../json-map.ts";
import type { Service } from "./service.ts";

const PLACES = ["path", "query", "header", "cookie"] as const;

/** Where in a request a parameter travels. */
export type ParameterPlace = (typeof PLACES)[number];

/** One parameter of an operation, apart from its body. */
export interface Parameter {
  readonly name: string;
  readonly place: ParameterPlace;
  readonly isRequired: boolean;
  readonly style: string;
  readonly explode: boolean;
  /** Sent as JSON text, whatever it is. */
  readonly isJson: boolean;
  readonly schema: unknown;
  readonly description: string | undefined;
  readonly isDeprecated: boolean;
}

/** The parameters a caller may give: those of the path, the operation's own over them, and none that carries credentials. */
export function readParameters(
  service: Service,
  path: string,
  holders: readonly JsonMap[],
): readonly Parameter[] {
  const listed = holders.flatMap((holder) => listAt(holder, "parameters"));
  if (listed.length > MOST_PARAMETERS) {
    throw new Fault("unavailable", `it has more than ${MOST_PARAMETERS} parameters`);
  }
  const placeholders = placeholdersOf(path);
  const found = new Map<string, Parameter>(
    placeholders.map((name) => [`path ${name}`, undeclaredPlaceholder(name)]),
  );
  for (const value of listed) {
    const parameter = parameterOf(dereferenced(service.root, value, "A parameter"));
    const { place, name } = parameter;
    if (isReserved(service, parameter)) continue;
    if (place === "path" && !placeholders.includes(name)) continue;
    found.set(`${place} ${name}`, parameter);
  }
  return [...found.values()];
}

const MOST_PARAMETERS = 256;

/** The names in braces in a path. */
function placeholdersOf(path: string): readonly string[] {
  return [...path.matchAll(/\{([^{}]+)\}/g)].map((match) => match[1] ?? "");
}

function parameterOf(map: JsonMap): Parameter {
  const name = textAt(map, "name");
  const place = PLACES.find((known) => known === valueAt(map, "in"));
  if (name === undefined || place === undefined)
    throw new Fault("unavailable", "a parameter has no name or place");
  if ((place === "header" || place === "cookie") && !TOKEN.test(name)) {
    throw new Fault("unavailable", `${JSON.stringify(name.slice(0, 100))} cannot be the name of a ${place}`);
  }
  const style = textAt(map, "style") ?? (place === "query" || place === "cookie" ? "form" : "simple");
  const explode = valueAt(map, "explode");
  const content = Object.values(mapAt(map, "content"))[0];
  return {
    name,
    place,
    isRequired: place === "path" || valueAt(map, "required") === true,
    style,
    explode: typeof explode === "boolean" ? explode : style === "form",
    isJson: isMap(content),
    schema: isMap(content) ? valueAt(content, "schema") : valueAt(map, "schema"),
    description: textAt(map, "description"),
    isDeprecated: valueAt(map, "deprecated") === true,
  };
}

const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/;

/** Documents forget them often, and the path cannot be made without. */
function undeclaredPlaceholder(name: string): Parameter {
  return {
    name,
    place: "path",
    isRequired: true,
    style: "simple",
    explode: false,
    isJson: false,
    schema: { type: ["string", "integer"] },
    description: undefined,
    isDeprecated: false,
  };
}

/** Headers of the connection itself are refused wherever they come from. */
const FRAMING = /^(?:connection|transfer-encoding|accept-encoding|expect|te|trailer|upgrade|proxy-.*)$/i;

function isReserved({ reserved }: Service, { place, name }: Parameter): boolean {
  if (place === "path") return false;
  if (place !== "header") return reserved[place].has(name);
  return reserved.header.has(name.toLowerCase()) || FRAMING.test(name);
}

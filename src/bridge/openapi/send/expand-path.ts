import { Fault } from "../../../kernel/index.ts";
import { isMap } from "../../json-map.ts";
import type { Parameter } from "../read/read-parameters.ts";
import { joined } from "./written.ts";

/** The path of a request: every value stays inside the segment it was meant for. */
export function expandPath(template: string, valueOf: (name: string) => string): string {
  const path = template
    .split(/(\{[^{}]+\})/)
    .map((piece, at) => (at % 2 === 1 ? valueOf(piece.slice(1, -1)) : piece.replaceAll("#", "%23")))
    .join("");
  const segments = (path.split("?")[0] ?? "").split(/[/\\]/);
  if (segments.some((segment) => /^(?:\.|%2e){1,2}$/i.test(segment))) {
    throw new Fault(
      "invalid_input",
      `${path.slice(0, 200)} is not sent: a part of it leads to another path.`,
      {
        hint: "No part of a path may be . or ..",
      },
    );
  }
  return path;
}

/** A value as it stands in a path. */
export function pathText(parameter: Parameter, value: unknown): string {
  const text = parameter.isJson ? encodeURIComponent(JSON.stringify(value) ?? "") : styled(parameter, value);
  // Without it, the path of one thing would be the path of all of them.
  if (isEmpty(value) || text === "") {
    throw new Fault("invalid_input", `${parameter.name} is part of the path and must not be empty.`);
  }
  return text;
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === "") return true;
  if (Array.isArray(value)) return value.length === 0;
  return isMap(value) && Object.keys(value).length === 0;
}

function styled({ name, style, explode }: Parameter, value: unknown): string {
  const encode = encodeURIComponent;
  const withParts = (separator: string): string => joined(value, { separator, explode, encode });
  switch (style) {
    case "label":
      return `.${withParts(explode ? "." : ",")}`;
    case "matrix":
      return matrix(name, value, explode, withParts);
    default:
      return withParts(",");
  }
}

function matrix(
  name: string,
  value: unknown,
  explode: boolean,
  withParts: (separator: string) => string,
): string {
  const key = encodeURIComponent(name);
  if (explode && Array.isArray(value)) {
    return value
      .map((part) => `;${key}=${joined(part, { separator: ",", explode, encode: encodeURIComponent })}`)
      .join("");
  }
  return explode && isMap(value) ? `;${withParts(";")}` : `;${key}=${withParts(",")}`;
}

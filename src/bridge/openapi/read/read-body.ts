import { Fault } from "../../../kernel/index.ts";
import { dereferenced } from "../../follow-ref.ts";
import { isMap, type JsonMap, mapAt, textAt, valueAt } from "../../json-map.ts";
import type { Service } from "./service.ts";

/** How a body is written down. */
export type BodyFormat = "json" | "form" | "multipart" | "text";

/** What an operation takes as its body. */
export interface RequestBody {
  readonly format: BodyFormat;
  readonly mediaType: string;
  readonly isRequired: boolean;
  readonly schema: unknown;
  readonly description: string | undefined;
  /** How single fields of a form are written down. */
  readonly encoding: JsonMap;
}

/** The body of an operation, in the form that is easiest to give among those it offers. */
export function readBody({ root }: Service, method: string, operation: JsonMap): RequestBody | undefined {
  const value = valueAt(operation, "requestBody");
  if (value === undefined || BODILESS.includes(method)) return undefined;
  const body = dereferenced(root, value, "Its body");
  const offers = Object.entries(mapAt(body, "content"));
  const isRequired = valueAt(body, "required") === true;
  const best = offers
    .flatMap(([mediaType, media]) => offerOf(mediaType, media))
    .toSorted((a, b) => FORMATS.indexOf(a.format) - FORMATS.indexOf(b.format))[0];
  if (best !== undefined) return { ...best, isRequired, description: textAt(body, "description") };
  if (!isRequired || offers.length === 0) return undefined;
  const names = offers.map(([mediaType]) => mediaType.slice(0, 100)).join(", ");
  throw new Fault(
    "unavailable",
    `its body can only be sent as ${names.slice(0, 500)}, which is not supported`,
  );
}

const BODILESS: readonly string[] = ["get", "head"];
const FORMATS: readonly BodyFormat[] = ["json", "form", "multipart", "text"];
const MEDIA_TYPE = /^[\w!#$&^.+*-]{1,100}\/[\w!#$&^.+*-]{1,100}(?:\s*;[\x20-\x7e]{0,200})?$/;

function offerOf(mediaType: string, media: unknown): Omit<RequestBody, "isRequired" | "description">[] {
  const format = MEDIA_TYPE.test(mediaType) ? formatOf(mediaType) : undefined;
  if (format === undefined || !isMap(media)) return [];
  const isAny = mediaType.includes("*");
  return [
    {
      format,
      mediaType: isAny ? "application/json" : mediaType,
      schema:
        format === "text"
          ? { type: "string", description: `Sent as ${mediaType}` }
          : valueAt(media, "schema"),
      encoding: mapAt(media, "encoding"),
    },
  ];
}

function formatOf(mediaType: string): BodyFormat | undefined {
  const type = (mediaType.split(";")[0] ?? "").trim().toLowerCase();
  if (type === "*/*" || type === "application/*" || /[/+]json$/.test(type)) return "json";
  if (type === "application/x-www-form-urlencoded") return "form";
  if (type === "multipart/form-data") return "multipart";
  return /^text\/|[/+](?:xml|yaml|graphql|x-ndjson|ndjson)$/.test(type) ? "text" : undefined;
}

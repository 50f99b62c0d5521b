import type { BlockOrigin, ContentBlock, JsonBlock, TextBlock } from "../../../kernel/index.ts";
import { isMap, type JsonMap } from "../../json-map.ts";
import { isNestedDeeper } from "../nested-deeper.ts";
import { bareBase64, isMediaType, keptFields } from "./remote-fields.ts";

/** One piece of a remote result as a block; what is unknown or malformed is carried as it came, with a note. */
export function blockFromRemote(raw: unknown): ContentBlock {
  if (!isMap(raw)) return asJson(raw, "it is no object");
  const { type, ...fields } = raw;
  const read = typeof type === "string" ? READERS.get(type) : undefined;
  if (read === undefined) return asJson(raw, "its type is not known here");
  const block = read(fields);
  return typeof block === "string" ? asJson(raw, block) : block;
}

/** The content of a resource as a block that says where it is from; a reason where it is malformed. */
export function resourceFromRemote(raw: unknown, fields: JsonMap = {}): ContentBlock | string {
  if (!isMap(raw)) return "it is a resource without content";
  const { uri, mimeType, text, blob, ...rest } = raw;
  if (typeof uri !== "string") return "it is a resource without an address";
  const base = { kind: "resource", uri, ...mediaTypeOf(mimeType) } as const;
  const origin = originOf({ ...misplaced(mimeType), ...rest, ...fields });
  if (typeof text === "string") return { ...base, text, ...origin };
  const data = bareBase64(blob);
  return data === undefined ? "its resource is neither text nor base64" : { ...base, data, ...origin };
}

type Reader = (raw: JsonMap) => ContentBlock | string;

const READERS: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ["text", readText],
  ["image", (raw) => readMedia("image", raw)],
  ["audio", (raw) => readMedia("audio", raw)],
  ["resource", ({ resource, ...rest }) => resourceFromRemote(resource, rest)],
  ["resource_link", readLink],
]);

function readText({ text, ...rest }: JsonMap): ContentBlock | string {
  return typeof text === "string" ? { kind: "text", text, ...originOf(rest) } : "its text is no text";
}

function readMedia(kind: "image" | "audio", raw: JsonMap): ContentBlock | string {
  const { data: given, mimeType, ...rest } = raw;
  const data = bareBase64(given);
  if (data === undefined || data === "") return "its data is not base64";
  if (!isMediaType(mimeType)) return "its media type is none";
  return { kind, mediaType: mimeType, data, ...originOf(rest) };
}

function readLink({ uri, name, description, mimeType, ...rest }: JsonMap): ContentBlock | string {
  if (typeof uri !== "string") return "it is a link without an address";
  const texts = { ...textField("name", name), ...textField("description", description) };
  const origin = originOf({ ...misplaced(mimeType), ...rest });
  return { kind: "link", uri, ...texts, ...mediaTypeOf(mimeType), ...origin };
}

function mediaTypeOf(mimeType: unknown): { readonly mediaType?: string } {
  return isMediaType(mimeType) ? { mediaType: mimeType } : {};
}

function misplaced(mimeType: unknown): JsonMap {
  return mimeType === undefined || isMediaType(mimeType) ? {} : { mimeType };
}

function textField<Name extends string>(name: Name, value: unknown): { readonly [field in Name]?: string } {
  return typeof value === "string" ? ({ [name]: value } as { [field in Name]: string }) : {};
}

function originOf(fields: JsonMap): { readonly origin?: BlockOrigin } {
  const kept = keptFields(fields);
  return kept === undefined ? {} : { origin: { fields: kept } };
}

function asJson(value: unknown, note: string): ContentBlock {
  return { ...jsonBlock(value), origin: { note } };
}

const MOST_LEVELS = 500;

/** A value as a block; one that nobody could write down is only named. */
export function jsonBlock(value: unknown): JsonBlock | TextBlock {
  if (!isNestedDeeper(value, MOST_LEVELS)) return { kind: "json", value };
  return { kind: "text", text: `[a value nested more than ${MOST_LEVELS} levels deep; it is not carried]` };
}

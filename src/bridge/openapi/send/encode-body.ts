import { randomUUID } from "node:crypto";
import { isMap, mapAt, type JsonMap, textAt, valueAt } from "../../json-map.ts";
import type { RequestBody } from "../read/read-body.ts";
import { formPairs, pairsText } from "./form-pairs.ts";
import { plainText } from "./written.ts";

/** A body as it is sent. */
export interface EncodedBody {
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

/** Writes a body down in the format its operation takes. */
export function encodeBody({ format, mediaType, encoding }: RequestBody, value: unknown): EncodedBody {
  switch (format) {
    case "json":
      return { mediaType, bytes: Buffer.from(JSON.stringify(value)) };
    case "form":
      return { mediaType, bytes: Buffer.from(formText(encoding, fieldsOf(value))) };
    case "multipart":
      return multipart(fieldsOf(value));
    case "text":
      return { mediaType, bytes: Buffer.from(plainText(value)) };
  }
}

function fieldsOf(value: unknown): readonly [string, unknown][] {
  return isMap(value) ? Object.entries(value) : [];
}

function formText(encoding: JsonMap, fields: readonly [string, unknown][]): string {
  const pairs = fields.flatMap(([name, value]) => {
    const how = mapAt(encoding, name);
    const style = textAt(how, "style") ?? "form";
    // Without a word about it, an object is one value here, not many fields.
    const isJson = isMap(value) && valueAt(how, "style") === undefined;
    return formPairs(
      { name, style, explode: valueAt(how, "explode") !== false, isJson },
      value,
      encodeForForm,
    );
  });
  return pairsText(pairs, encodeForForm);
}

function encodeForForm(text: string): string {
  return encodeURIComponent(text).replaceAll("%20", "+");
}

function multipart(fields: readonly [string, unknown][]): EncodedBody {
  const boundary = `deckhand-${randomUUID()}`;
  const parts = fields.flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((part: unknown) => partOf(name, part, boundary)),
  );
  return {
    mediaType: `multipart/form-data; boundary=${boundary}`,
    bytes: Buffer.from(`${parts.join("")}--${boundary}--\r\n`),
  };
}

function partOf(name: string, value: unknown, boundary: string): string {
  const quoted = name.replaceAll("\r", "%0D").replaceAll("\n", "%0A").replaceAll('"', "%22");
  const type = typeof value === "object" && value !== null ? "Content-Type: application/json\r\n" : "";
  return `--${boundary}\r\nContent-Disposition: form-data; name="${quoted}"\r\n${type}\r\n${plainText(value)}\r\n`;
}

import { TextDecoder } from "node:util";
import type { NetResponse } from "../../../kernel/index.ts";

type Headers = NetResponse["headers"];

/** The media type of an answer, in lower case and without parameters; empty if it says none. */
export function mediaTypeOf(headers: Headers): string {
  return ((headers["content-type"] ?? "").split(";")[0] ?? "").trim().toLowerCase();
}

/** The text of an answer, or nothing if it is not text. */
export function tryText(bytes: Uint8Array, headers: Headers): string | undefined {
  const type = mediaTypeOf(headers);
  const isText = TEXT.test(type);
  if (!isText && type !== "") return undefined;
  try {
    // Without a type, only what really reads as text is text.
    return decoderFor(headers, !isText).decode(bytes);
  } catch {
    return undefined;
  }
}

const TEXT =
  /^text\/|[/+](?:json|ndjson|x-ndjson|xml|yaml|x-yaml|javascript|graphql|toml|csv|x-www-form-urlencoded)$/;

function decoderFor(headers: Headers, fatal: boolean): TextDecoder {
  const charset = /;\s*charset\s*=\s*["']?([^\s"';]+)/i.exec(headers["content-type"] ?? "")?.[1];
  try {
    return new TextDecoder(charset ?? "utf-8", { fatal });
  } catch {
    return new TextDecoder("utf-8", { fatal });
  }
}

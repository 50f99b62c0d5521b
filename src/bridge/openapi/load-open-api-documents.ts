import { Fault, type Net } from "../../kernel/index.ts";
import type { OpenApiDocument } from "./open-api-document.ts";
import { MOST_DOCUMENT_SIZE } from "./read/parse-document.ts";

/** One row of a user's configuration: as a document, but naming where it is. */
export interface OpenApiRow extends Omit<OpenApiDocument, "document" | "origin"> {
  /** A path, or an http or https URL. */
  readonly document: string;
}

/** How documents are reached. */
export interface DocumentReach {
  /** The bytes or the text of a file, by the path as it stands in the row. */
  readonly readFile: (path: string) => Promise<string | Uint8Array>;
  readonly net: Net;
}

/** Makes documents of configuration rows; nothing is read before it is needed, and what cannot be read is a diagnostic. */
export function loadOpenApiDocuments(
  rows: readonly OpenApiRow[],
  { readFile, net }: DocumentReach,
): readonly OpenApiDocument[] {
  return rows.map(({ document: origin, ...row }) => ({
    ...row,
    origin,
    document: async () => asText(isUrl(origin) ? await fetched(origin, net) : await readFile(origin)),
  }));
}

function isUrl(text: string): boolean {
  return /^https?:\/\//i.test(text);
}

function asText(content: string | Uint8Array): string {
  if (content.length > MOST_DOCUMENT_SIZE) {
    throw new Fault("invalid_input", `It has more than ${MOST_DOCUMENT_SIZE} bytes.`);
  }
  return typeof content === "string" ? content : Buffer.from(content).toString("utf8");
}

const TIMEOUT_MS = 30_000;

async function fetched(url: string, net: Net): Promise<Uint8Array> {
  const { status, headers, body } = await net.request({
    url,
    headers: { accept: "application/json, application/yaml, text/yaml, */*;q=0.5" },
    timeoutMs: TIMEOUT_MS,
    maxBytes: MOST_DOCUMENT_SIZE,
  });
  if (status !== 200) {
    await body[Symbol.asyncIterator]().return?.();
    const to = headers["location"];
    throw new Fault(
      "unavailable",
      `It answered ${status}${to === undefined ? "" : ` and points to ${to.slice(0, 300)}`}.`,
      {
        hint: "Name the document by the URL it is at; redirects are not followed.",
      },
    );
  }
  const pieces: Uint8Array[] = [];
  for await (const piece of body) pieces.push(piece);
  return Buffer.concat(pieces);
}

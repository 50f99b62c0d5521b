/** The media type of a `content-type` header, in lower case and without parameters. */
export function mediaTypeOf(contentType: string): string {
  return (contentType.split(";")[0] ?? "").trim().toLowerCase();
}

/** The charset a `content-type` header names, if any. */
export function charsetOf(contentType: string): string | undefined {
  return /;\s*charset\s*=\s*["']?([^\s"';]+)/i.exec(contentType)?.[1];
}

/** Tells whether this type is, or could be, text. */
export function mayBeText(contentType: string): boolean {
  return /^$|^text\/|[/+](?:json|ndjson|x-ndjson|xml|yaml|x-yaml|javascript|ecmascript|graphql|toml)$/.test(
    mediaTypeOf(contentType),
  );
}

/** Tells whether text is a web page, by its type or, without a useful one, by how it begins. */
export function isWebPage(contentType: string, text: string): boolean {
  const type = mediaTypeOf(contentType);
  if (type === "text/html" || type === "application/xhtml+xml") return true;
  const isUntyped = type === "" || type === "application/octet-stream" || type === "unknown/unknown";
  return (
    isUntyped &&
    /^\s*(?:<!--(?:(?!-->).)*-->\s*)*<(?:!doctype html|html|head|body)\b/is.test(text.slice(0, 1024))
  );
}

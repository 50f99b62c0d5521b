/** Every way a known secret may stand in a text: as it is, in its lines, escaped, encoded, or inside a longer encoded text. */
export function secretForms(secret: string): readonly string[] {
  const forms = [secret, secret.trim(), ...linesOf(secret), ...escapedForms(secret)].filter(
    (form) => form.length >= LEAST_PLAIN,
  );
  const encoded = encodedForms(Buffer.from(secret, "utf8")).filter((form) => form.length >= LEAST_ENCODED);
  return [...new Set([...forms, ...encoded])];
}

/** Shorter ones are in every text. */
const LEAST_PLAIN = 4;
const LEAST_ENCODED = 8;
const LEAST_LINE = 12;

/** A file is shown with line numbers, which take a secret of several lines apart. */
function linesOf(secret: string): readonly string[] {
  const lines = secret.split(/\r?\n/);
  return lines.length === 1 ? [] : lines.filter((line) => line.length >= LEAST_LINE);
}

function escapedForms(secret: string): readonly string[] {
  const json = JSON.stringify(secret).slice(1, -1);
  const url = encodeURIComponent(wellFormed(secret));
  const form = url.replaceAll("%20", "+");
  return [
    json,
    JSON.stringify(json).slice(1, -1),
    ...[url, form].flatMap((text) => [text, lowerEscapes(text)]),
  ];
}

/** A half of a surrogate pair has no encoding of its own. */
function wellFormed(text: string): string {
  return text.replaceAll(/[\u{d800}-\u{dfff}]/gu, "\u{fffd}");
}

function lowerEscapes(text: string): string {
  return text.replaceAll(/%[0-9A-F]{2}/g, (escape) => escape.toLowerCase());
}

function encodedForms(bytes: Buffer): readonly string[] {
  const hex = bytes.toString("hex");
  const whole = (["base64", "base64url"] as const).map((encoding) => bytes.toString(encoding));
  return [hex, hex.toUpperCase(), ...whole, ...[0, 1, 2].flatMap((before) => base64Stems(bytes, before))];
}

/** What base64 makes of bytes that follow `before` others and are followed by more: the digits that depend on nothing else. */
function base64Stems(bytes: Buffer, before: number): readonly string[] {
  const start = Math.ceil((before * 8) / 6);
  const end = Math.floor(((before + bytes.length) * 8) / 6);
  const padded = Buffer.concat([Buffer.alloc(before), bytes]);
  return (["base64", "base64url"] as const).map((encoding) => padded.toString(encoding).slice(start, end));
}

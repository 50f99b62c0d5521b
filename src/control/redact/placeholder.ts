import { MASK_START } from "./mask-spans.ts";

/** Tells whether a value only stands for a secret: a variable, a type, stars, or a mask of ours. */
export function isPlaceholder(value: string): boolean {
  if (value === "" || value.startsWith(MASK_START)) return true;
  return value.length <= LONGEST && PLACEHOLDERS.some((pattern) => pattern.test(value));
}

const LONGEST = 200;

const PLACEHOLDERS: readonly RegExp[] = [
  /^[*xX.•_-]{3,}$/,
  /^\$\{[^}]*\}$/,
  /^\$\([^)]*\)$/,
  /^\$[A-Z_][A-Z0-9_]*$/,
  /^%[A-Z_]+%$/,
  /^\{+[^}]*\}+$/,
  /^<[^>]*>$/,
  /^\[[^\]]*\]$/,
  /^(?:true|false|null|undefined|none|nil|string|number|boolean|object|unknown|never|void|any|bytes|str|int)$/i,
  /^(?:required|optional|redacted|hidden|example|password|passwd|passphrase|secret|token|credentials?)$/i,
];

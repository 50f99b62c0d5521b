/** Tells whether a URL, as written, carries something shaped like a credential, which fetching would give away. */
export function holdsSecret(written: string, url: URL): boolean {
  const text = decoded(decoded(written));
  if (TOKENS.some((pattern) => pattern.test(text))) return true;
  return [...url.searchParams].some(([name, value]) => isNamedSecret(name, value));
}

/** What well-known issuers hand out, told by its prefix. */
const TOKENS: readonly RegExp[] = [
  /\b(?:AKIA|ASIA)[A-Z2-7]{16}\b/,
  /\bgh[oprsu]_[A-Za-z0-9]{20,}/,
  /\bgithub_pat_[A-Za-z0-9_]{20,}/,
  /\bglpat-[\w-]{16,}/,
  /\bnpm_[A-Za-z0-9]{30,}/,
  // Not the words of a title: sk-hynix-builds-a-new-factory.
  /\bsk-(?!(?:(?:\d{0,4}[a-z]{1,15}|\d{1,8})(?:-|(?![\w-])))+(?![\w-]))[\w-]{20,}/,
  /\b[rs]k_(?:live|test)_[A-Za-z0-9]{16,}/,
  /\bxox[abeoprs]-[\w-]{10,}/,
  /\bAIza[\w-]{30,}/,
  /\bhf_[A-Za-z0-9]{20,}/,
  /\bSG\.[\w-]{16,}\.[\w-]{16,}/,
  /\beyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{8,}/,
  /-----BEGIN [A-Z ]*PRIVATE KEY/,
];

const SECRET_NAME =
  /^(?:x[-_])?(?:(?:access|auth|bearer|id|refresh|session|api|private|secret)[-_]?(?:token|key|id)|token|key|auth|authorization|credentials?|session|sid|jwt)$/i;
const PASSWORD_NAME = /^(?:client[-_]?)?(?:secret|password|passwd|passphrase|pwd)$/i;

/** A password is any text; a token is long, without spaces, and has letters and digits. */
function isNamedSecret(name: string, value: string): boolean {
  if (PASSWORD_NAME.test(name)) return value.length >= 4;
  return SECRET_NAME.test(name) && /^(?=.*\d)(?=.*[a-z])[\w.~+/=-]{16,}$/i.test(value);
}

/** Every escape by itself: one that is broken must not hide the others. */
function decoded(text: string): string {
  return text.replaceAll(/%[0-9a-f]{2}/gi, (escape) =>
    String.fromCharCode(Number.parseInt(escape.slice(1), 16)),
  );
}

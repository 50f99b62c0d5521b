import { digestOf, showInvisible } from "../../../kernel/index.ts";
import { canonicalJson } from "../../../ledger/index.ts";
import type { DeclaredServer } from "./declared-server.ts";
import { isSecretName, SET_BY_FLAG } from "./row-secrets.ts";

/**
 * The fingerprint of exactly what a person consents to: the row in one form, with variables as names.
 * The content of its environment file counts too, since it can turn a harmless command into another one.
 */
export function rowHash(declared: DeclaredServer, envFileDigest?: string): string {
  const text = canonicalJson({ form: ROW_FORM, row: declared, envFile: envFileDigest });
  return digestOf(Buffer.from(text, "utf8"));
}

/** Changes when rows come to mean something else, so that old consents do not cover it. */
const ROW_FORM = 1;

/** A row as it is shown to the person who is asked: secrets hidden, what cannot be seen made visible. */
export function shownRow(declared: DeclaredServer): string {
  const shown =
    declared.transport === "stdio"
      ? { ...declared, args: shownArgs(declared.args), env: shownMap(declared.env) }
      : { ...declared, url: shownUrl(declared.url), headers: shownMap(declared.headers) };
  return showInvisible(JSON.stringify(shown, undefined, 2)).replaceAll(
    /[\u007F-\u009F]/g,
    (character) => `<U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}>`,
  );
}

function shownMap(map: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(map).map(([name, value]) => [name, isSecretName(name) ? hidden(value) : shownUrl(value)]),
  );
}

/** Variables are names, and stay; what stands around them may be half of a secret. */
function hidden(value: string): string {
  return value
    .split(/(\$\{[^}]*\}|^(?:Bearer|Basic|Token) )/i)
    .map((part, at) =>
      at % 2 === 1 || part === "" ? withoutDefault(part) : `[secret, ${part.length} characters]`,
    )
    .join("");
}

function withoutDefault(reference: string): string {
  return reference.replace(/:-.+\}$/s, ":-[secret]}");
}

function shownArgs(args: readonly string[]): readonly string[] {
  return args.map((arg, index) => {
    const [, flag = "", value = ""] = SET_BY_FLAG.exec(arg) ?? [];
    if (isSecretName(flag)) return `${flag}=${hiddenUnlessCode(value)}`;
    const before = args[index - 1] ?? "";
    return before.startsWith("-") && isSecretName(before) && !arg.startsWith("-")
      ? hidden(arg)
      : shownUrl(arg);
  });
}

/** Whoever agrees to a command line sees all that a shell could run of it, even where it stands in the place of a secret. */
function hiddenUnlessCode(value: string): string {
  const filledIn = value.replaceAll(/\$\{(?:\w+:)?\w+(?::-([^}]*))?\}/g, "$1");
  return CODE.test(filledIn) ? value : hidden(value);
}

const CODE = /[\s;&|`$()<>{}'"\\]/;

/** Passwords before the host and secrets in the query. */
function shownUrl(text: string): string {
  return text
    .replace(
      /^([a-z][a-z0-9+.-]*:\/\/[^/?#@:]*:)([^/?#@]*)(@)/i,
      (_, start: string, password: string, end: string) => [start, hiddenUnlessCode(password), end].join(""),
    )
    .replaceAll(/([?&])([^=&#?]*)=([^&#]*)/g, (pair: string, mark: string, name: string, value: string) =>
      isSecretName(name) || name === "key" ? `${mark}${name}=${hiddenUnlessCode(value)}` : pair,
    );
}

import { basename, sep } from "node:path";

/** What the variables of a configuration stand for. */
export interface Variables {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** `${workspaceFolder}`. */
  readonly workspace: string;
  /** `${userHome}`. */
  readonly home?: string | undefined;
  /** `${input:ID}`: what a person answered. */
  readonly input?: ((id: string) => string | undefined) | undefined;
}

/** A text with its variables filled in, or the names of those that stand for nothing. */
export type Expanded =
  | { readonly text: string; readonly unresolved?: undefined }
  | { readonly unresolved: readonly string[] };

/**
 * Fills in `${NAME}`, `${NAME:-default}`, `${env:NAME}`, `${workspaceFolder}`, `${userHome}`, `${input:ID}` and their like;
 * `${$}` is a dollar. What was filled in is never looked at again.
 */
export function expandVariables(text: string, variables: Variables): Expanded {
  const parts: string[] = [];
  const unresolved = new Set<string>();
  let at = 0;
  for (let open = text.indexOf("${"); open >= 0; open = text.indexOf("${", at)) {
    const close = text.indexOf("}", open);
    if (close < 0) break;
    const inner = text.slice(open + 2, close);
    const value = valueOf(inner, variables);
    if (value === undefined) unresolved.add(inner);
    parts.push(text.slice(at, open), value ?? "");
    at = close + 1;
  }
  return unresolved.size === 0 ? { text: parts.join("") + text.slice(at) } : { unresolved: [...unresolved] };
}

const NAMED = /^(?:env:)?(?<name>[A-Za-z_][A-Za-z0-9_]*)(?::-(?<fallback>[^{}]*))?$/;

function valueOf(inner: string, { env, workspace, home, input }: Variables): string | undefined {
  switch (inner) {
    case "$":
      return "$";
    case "workspaceFolder":
      return workspace;
    case "workspaceFolderBasename":
      return basename(workspace);
    case "userHome":
      return home;
    case "pathSeparator":
    case "/":
      return sep;
    default:
      return inner.startsWith("input:") ? input?.(inner.slice("input:".length)) : fromEnvironment(inner, env);
  }
}

/** As in a shell, a default also stands in for a variable that is empty. */
function fromEnvironment(inner: string, env: Variables["env"]): string | undefined {
  const { name = "", fallback } = NAMED.exec(inner)?.groups ?? {};
  const value = Object.hasOwn(env, name) ? env[name] : undefined;
  return fallback === undefined ? value : value || fallback;
}

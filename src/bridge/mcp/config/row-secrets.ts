import type { DeclaredServer, RemoteServer, StdioServer } from "./declared-server.ts";

/** Tells the names of secrets. Those of programs and search paths never end so; they must be seen. */
export function isSecretName(name: string): boolean {
  return SECRET.test(name);
}

const SECRET =
  /(?:authorization|cookie|password|passwd|passphrase|pwd|secrets?|token|credentials?|_auth|bearer|(?:api|app|access|auth|private|secret|signing|account|client|license|service|subscription)[-_]?key)$/i;

/** An argument that holds its flag and its value. */
export const SET_BY_FLAG = /^(-{0,2}[\w.-]+)=(.*)$/s;

/** What a row with its variables filled in holds that nobody else should read. */
export function rowSecrets(row: DeclaredServer): readonly string[] {
  return row.transport === "stdio" ? programSecrets(row) : addressSecrets(row);
}

/** The values of headers, the query of the address and who we are there. */
function addressSecrets({ headers, url }: RemoteServer): readonly string[] {
  const values = Object.values(headers).flatMap((value) => [value, ...value.split(" ").slice(1)]);
  if (!URL.canParse(url)) return [...values, url];
  const { search, searchParams, username, password } = new URL(url);
  return [...values, search.slice(1), ...searchParams.values(), username, password];
}

/** What the program of a server is told that nobody else should read: in its variables, arguments and addresses. */
function programSecrets({ env, args }: Pick<StdioServer, "env" | "args">): readonly string[] {
  const pairs = [
    ...Object.entries(env),
    ...args.map((arg, at) => [args[at - 1] ?? "", arg] as const),
    ...args.map((arg) => SET_BY_FLAG.exec(arg)?.slice(1) ?? []),
  ];
  return [
    ...pairs.flatMap(([name = "", value = ""]) => (isSecretName(name) ? [value] : [])),
    ...[...Object.values(env), ...args].flatMap((text) => passwordIn(text)),
  ];
}

function passwordIn(text: string): readonly string[] {
  const password = URL.canParse(text) ? new URL(text).password : "";
  return password === "" ? [] : [password, decoded(password)];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

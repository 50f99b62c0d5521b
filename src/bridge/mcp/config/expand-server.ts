import { isAbsolute, join, resolve } from "node:path";
import type { DeclaredServer, RemoteServer, StdioServer } from "./declared-server.ts";
import { expandVariables, type Variables } from "./expand-variables.ts";
import { quoted } from "./mcp-diagnostic.ts";
import type { RowProblem } from "./row-reader.ts";

/** A server with its variables filled in, or why it cannot be used. */
export interface ExpandedServer {
  readonly server?: DeclaredServer;
  readonly problems: readonly RowProblem[];
}

/** Fills in the variables of a row; one that stands for nothing, or a value that cannot be used, costs that server only. */
export function expandServer(declared: DeclaredServer, variables: Variables): ExpandedServer {
  const problems: RowProblem[] = [];
  const fill = (field: string, text: string): string => {
    const { text: filled, unresolved } = { text: "", ...expandVariables(text, variables) };
    if (unresolved !== undefined) problems.push(unresolvedIn(field, unresolved));
    return filled;
  };
  const server = declared.transport === "stdio" ? stdio(declared, fill, variables) : remote(declared, fill);
  // A value that is not there yet cannot be judged.
  if (problems.length === 0) problems.push(...objectionsTo(server));
  return problems.length === 0 ? { server, problems } : { problems: problems.slice(0, MOST_PROBLEMS) };
}

/** A row full of mistakes is not worth the time to explain each. */
const MOST_PROBLEMS = 10;

type Fill = (field: string, text: string) => string;

function unresolvedIn(field: string, names: readonly string[]): RowProblem {
  const list = names
    .slice(0, MOST_PROBLEMS)
    .map((name) => quoted(`\${${name}}`))
    .join(", ");
  const stands = names.length === 1 ? "stands" : "stand";
  const way = names.some((name) => name.startsWith("input:"))
    ? "Put a value, or a variable of the environment, in its place"
    : "Set the variable, or give it a default as ${NAME:-default}";
  return {
    kind: "unresolved-variable",
    field,
    message: `${list} ${stands} for nothing, so the server is not used. ${way}.`,
  };
}

function stdio(declared: StdioServer, fill: Fill, variables: Variables): StdioServer {
  const { command, args, env, cwd, envFile, ...rest } = declared;
  return {
    ...rest,
    command: atHome(fill("command", command), variables),
    args: args.map((arg, index) => fill(`args.${index}`, arg)),
    env: filledMap("env", env, fill),
    ...(cwd === undefined ? {} : { cwd: placed(fill("cwd", cwd), variables) }),
    ...(envFile === undefined ? {} : { envFile: placed(fill("envFile", envFile), variables) }),
  };
}

function remote(declared: RemoteServer, fill: Fill): RemoteServer {
  return {
    ...declared,
    url: fill("url", declared.url),
    headers: filledMap("headers", declared.headers, fill),
  };
}

function filledMap(
  field: string,
  map: Readonly<Record<string, string>>,
  fill: Fill,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(map).map(([name, value]) => [name, fill(`${field}.${name}`, value)]),
  );
}

/** Folders are relative to the workspace, whichever file names them. */
function placed(path: string, variables: Variables): string {
  const whole = atHome(path, variables);
  return isAbsolute(whole) ? whole : resolve(variables.workspace, whole);
}

function atHome(path: string, { home }: Variables): string {
  return home !== undefined && /^~[\\/]/.test(path) ? join(home, path.slice(2)) : path;
}

/** What nothing can be started or asked with. */
export function objectionsTo(server: DeclaredServer): readonly RowProblem[] {
  return server.transport === "stdio" ? stdioObjections(server) : remoteObjections(server);
}

/** What no process can be started with. */
function stdioObjections({ command, args, env, cwd = "", envFile = "" }: StdioServer): readonly RowProblem[] {
  const texts = [
    ["command", command],
    ["cwd", cwd],
    ["envFile", envFile],
    ...args.map((arg, at) => [`args.${at}`, arg]),
  ];
  return [
    ...(command.trim() === "" ? [refused("command", "it is empty")] : []),
    ...texts
      .filter(([, text = ""]) => text.includes("\0"))
      .map(([field = ""]) => refused(field, "it holds a NUL character")),
    ...Object.entries(env).flatMap(([name, value]) => {
      if (name === "" || /[=\0]/.test(name)) return [refused(`env.${name}`, "no variable can be called so")];
      return value.includes("\0") ? [refused(`env.${name}`, "it holds a NUL character")] : [];
    }),
  ];
}

/** What no request can be made with, or what would become another request. */
function remoteObjections({ url, headers }: RemoteServer): readonly RowProblem[] {
  const isWeb = URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
  return [
    ...(isWeb ? [] : [refused("url", "it is no http or https URL")]),
    ...Object.entries(headers).flatMap(([name, value]) => {
      if (!/^[!#$%&'*+.^_`|~\w-]+$/.test(name))
        return [refused(`headers.${name}`, "no header can be called so")];
      return /[^\t\u0020-\u007E\u0080-\u00FF]/.test(value)
        ? [refused(`headers.${name}`, "it holds characters a header cannot")]
        : [];
    }),
  ];
}

function refused(field: string, reason: string): RowProblem {
  return { kind: "bad-row", field, message: `${reason}, so the server is not used` };
}

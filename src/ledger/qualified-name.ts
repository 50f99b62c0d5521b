import { Fault } from "../kernel/index.ts";

/** What stands between a server's id and the name of its tool. */
export const QUALIFIER = "__";

/** The name of a remote tool among all others: `<server>__<tool>`. */
export function qualifyBridgeName(server: string, tool: string): string {
  const problem = serverIdProblem(server);
  if (problem !== undefined) {
    throw new Fault("invalid_input", `The server id ${JSON.stringify(server)} ${problem}.`, {
      hint: "Give the server an id like github or my-files.",
    });
  }
  return server + QUALIFIER + tool;
}

/** Why a server cannot be called so; nothing when it can. Qualified names of such servers would be two things at once. */
export function serverIdProblem(server: string): string | undefined {
  if (server === "") return "is empty";
  if (server.includes(QUALIFIER)) return `holds ${QUALIFIER}, which separates a server from its tools`;
  if (server.endsWith("_")) return `ends in _, which would run into the ${QUALIFIER} before its tools`;
  return undefined;
}

/** The server a qualified name belongs to; empty when the name has no qualifier or begins with it. */
export function serverOfQualified(name: string): string {
  return name.slice(0, Math.max(0, name.indexOf(QUALIFIER)));
}

/** What the server itself calls the tool; a name without a server stays as it is. */
export function unqualifiedTool(name: string): string {
  const server = serverOfQualified(name);
  return server === "" ? name : name.slice(server.length + QUALIFIER.length);
}

import { digestOf, type NodePath } from "../../kernel/index.ts";

/** The address of a remote tool: its server's and its own name where an address can hold them, else a safe form with a digest. */
export function remotePath(server: string, tool: string): NodePath {
  return `world.tools.mcp.${segment(server)}.${segment(tool)}`;
}

const SAFE = /^[a-z][a-z0-9_-]*$/;
const MADE = /-[0-9a-f]{12}$/;

function segment(name: string): string {
  if (SAFE.test(name) && !MADE.test(name)) return name;
  const start = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9_-]+/g, "-")
    .slice(0, LONGEST);
  const digest = digestOf(Buffer.from(JSON.stringify(name), "utf8")).slice(0, 12);
  return `${/^[a-z]/.test(start) ? "" : "x"}${start}-${digest}`;
}

const LONGEST = 48;

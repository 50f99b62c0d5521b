import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { RemoteDefinition } from "../../src/ledger/index.ts";

/** What a server lists that comes with a package, asked in the plainest way there is. */
export function listTools(entry: string, args: readonly string[] = []): Promise<readonly RemoteDefinition[]> {
  return listToolsOf(new URL(`../../node_modules/${entry}`, import.meta.url).pathname, args);
}

/** What the server of a script lists; it is ended again. */
export async function listToolsOf(
  file: string,
  args: readonly string[] = [],
): Promise<readonly RemoteDefinition[]> {
  const child = spawn(process.execPath, [file, ...args], { stdio: ["pipe", "pipe", "ignore"] });
  const send = (message: object): void => {
    child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  };
  try {
    const clientInfo = { name: "test", version: "1" };
    send({
      id: 1,
      method: "initialize",
      params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo },
    });
    for await (const line of createInterface({ input: child.stdout })) {
      const { id, result } = JSON.parse(line) as {
        id?: number;
        result?: { tools: readonly RemoteDefinition[] };
      };
      if (id === 1) {
        send({ method: "notifications/initialized" });
        send({ id: 2, method: "tools/list", params: {} });
      }
      if (id === 2 && result !== undefined) return result.tools;
    }
    throw new Error(`${file} did not list its tools`);
  } finally {
    child.kill("SIGKILL");
  }
}

import { spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { join } from "node:path";

const require = createRequire(import.meta.url);

const PROGRAMS = {
  everything: require.resolve("@modelcontextprotocol/server-everything/dist/index.js"),
  filesystem: require.resolve("@modelcontextprotocol/server-filesystem/dist/index.js"),
  memory: require.resolve("@modelcontextprotocol/server-memory/dist/index.js"),
};

/** The program of a server as it is published on npm. */
export function publishedServer(name: keyof typeof PROGRAMS): string {
  return PROGRAMS[name];
}

/** A published server that is reached by URL. */
export interface OpenServer {
  readonly url: string;
  close(): Promise<void>;
}

/** Starts `server-everything` over HTTP or SSE, on loopback. */
export async function openEverything(transport: "streamableHttp" | "sse"): Promise<OpenServer> {
  const preload = join(import.meta.dirname, "loopback-only.mjs");
  const child = spawn(process.execPath, ["--import", preload, publishedServer("everything"), transport], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  const port = await new Promise<string>((found, fail) => {
    createInterface({ input: child.stderr }).on("line", (line) => {
      const [, told] = /^listens on (\d+)$/.exec(line) ?? [];
      if (told !== undefined) found(told);
    });
    child.once("exit", () => fail(new Error("server-everything ended by itself")));
  });
  return {
    url: `http://127.0.0.1:${port}/${transport === "sse" ? "sse" : "mcp"}`,
    async close() {
      child.kill("SIGKILL");
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    },
  };
}

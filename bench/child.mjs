import { spawn } from "node:child_process";

/**
 * Runs a program to its end, draining what it prints.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv }} [options]
 * @returns {Promise<{ code: number | null, bytes: number, text: string }>}
 */
export function runChild(program, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { ...options, stdio: ["ignore", "pipe", "ignore"] });
    let bytes = 0;
    let text = "";
    child.stdout.on("data", (chunk) => {
      bytes += chunk.length;
      if (text.length < 10_000) text += chunk;
    });
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, bytes, text }));
  });
}

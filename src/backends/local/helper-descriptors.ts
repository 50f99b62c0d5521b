import type { ChildProcess, StdioOptions } from "node:child_process";
import type { LaunchLine, NamespaceWay } from "./launch-line.ts";
import type { PreparedOutput } from "./output-streams.ts";

type Given = NonNullable<LaunchLine["given"]>;

/** What a command is started with: its three streams, or those of its helper, what the first process reports to, and the rest. */
export function descriptorsOf(
  namespace: NamespaceWay | undefined,
  stdin: "ignore" | "pipe",
  { stdout, stderr }: PreparedOutput["given"],
  given: Given,
): StdioOptions {
  if (namespace === undefined) return [stdin, stdout, stderr];
  const helpers = namespace.explain === undefined ? "ignore" : "pipe";
  const further = Array.from(given, (each) => each ?? "ignore");
  return [stdin, stdout, helpers, "pipe", stderr, ...further];
}

/** The number of the first descriptor that a line can give something to. */
export const FIRST_GIVEN = 5;

const HELPER_WORDS = 4_096;

/** What the helper itself prints, which is not the command's output. */
export function listenToHelper({ stdio, stderr }: ChildProcess): () => string {
  let said = "";
  // Without a namespace, descriptor 2 is the command's.
  if (stdio.length > 3) {
    stderr?.on("data", (chunk: Buffer) => {
      said = (said + chunk.toString("utf8")).slice(0, HELPER_WORDS);
    });
  }
  return () => said;
}

import { readFileSync } from "node:fs";

/** The version in the package's own description. */
export function version(): string {
  return textIn(description(), "version") ?? "unknown";
}

/** The oldest Node the package's own description asks for, such as `20.19`. */
export function oldestNode(): string {
  const { engines } = description();
  return textIn(engines, "node")?.replace(/^[^\d]*/, "") ?? "0";
}

function description(): { readonly engines?: unknown } {
  return JSON.parse(readFileSync(new URL("../../../package.json", import.meta.url), "utf8")) as object;
}

function textIn(value: unknown, key: string): string | undefined {
  const found = typeof value === "object" && value !== null ? Object.entries(value) : [];
  const text: unknown = found.find(([name]) => name === key)?.[1];
  return typeof text === "string" ? text : undefined;
}

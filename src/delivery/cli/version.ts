import { readFileSync } from "node:fs";

/** The version in the package's own description. */
export function version(): string {
  const description: unknown = JSON.parse(
    readFileSync(new URL("../../../package.json", import.meta.url), "utf8"),
  );
  return typeof description === "object" && description !== null && "version" in description
    ? String(description.version)
    : "unknown";
}

import { rmSync } from "node:fs";

/** Takes away what the sessions of a whole test run remembered. */
export function teardown(): void {
  const folder = process.env["DECKHAND_TEST_STATE"];
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
}

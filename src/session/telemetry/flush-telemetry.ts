import type { Timer } from "../../kernel/index.ts";
import type { TelemetrySettings } from "../governed/governance.ts";

/** Has waiting spans sent when a session closes; whoever sends them can neither fail nor hold it up. */
export async function flushTelemetry(telemetry: TelemetrySettings | undefined, timer: Timer): Promise<void> {
  const { flush } = telemetry ?? {};
  if (flush === undefined) return;
  let stopPatience: (() => void) | undefined;
  const patience = new Promise<void>((resolve) => {
    stopPatience = timer.after(PATIENCE_MS, resolve);
  });
  await Promise.race([flushQuietly(flush), patience]);
  stopPatience?.();
}

const PATIENCE_MS = 5_000;

async function flushQuietly(flush: () => Promise<void>): Promise<void> {
  try {
    await flush();
  } catch {
    // Telemetry that fails is not the session's failure.
  }
}

import { systemClock, systemTimer } from "../../kernel/index.ts";
import type { Config } from "../config/config.ts";
import type { Environment } from "../config/config-places.ts";
import type { TelemetrySettings } from "../governed/governance.ts";
import { createOtlpTracer } from "./create-otlp-tracer.ts";
import { otlpAddress } from "./otlp-address.ts";

/** Where spans go, or why they go nowhere. */
export interface ConfiguredTelemetry {
  readonly telemetry?: TelemetrySettings;
  readonly note?: string;
}

/** Makes the telemetry that a configuration asks for; nothing is sent anywhere else, and nothing unless it asks. */
export function telemetryFromConfig(
  { endpoint: wanted, content }: Config["telemetry"],
  env: Environment,
): ConfiguredTelemetry {
  if (wanted === false || env["OTEL_SDK_DISABLED"]?.toLowerCase() === "true") return {};
  const { endpoint, headers, service } = otlpAddress(wanted, env);
  if (!isUsable(endpoint)) return { note: NOWHERE };
  const tracer = createOtlpTracer({
    endpoint,
    headers,
    service,
    send: fetch,
    clock: systemClock,
    timer: systemTimer,
  });
  return { telemetry: { tracer, content, flush: () => tracer.flush() } };
}

/** The address is not shown: it may hold a password. */
const NOWHERE =
  "Telemetry is left out: the address of its collector is no http or https URL, or holds a login. Headers with a login go into OTEL_EXPORTER_OTLP_HEADERS.";

function isUsable(endpoint: string): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, username, password } = new URL(endpoint);
  return /^https?:$/.test(protocol) && username === "" && password === "";
}

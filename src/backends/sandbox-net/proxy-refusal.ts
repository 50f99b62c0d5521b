import { Fault, type FaultCode } from "../../kernel/index.ts";
import type { Destination } from "./host-grants.ts";

/** Why the proxy did not pass something on. */
export type RefusalRule =
  | "not-granted"
  | "port-not-granted"
  | "address"
  | "malformed"
  | "host-mismatch"
  | "framing"
  | "server-name"
  | "not-tls"
  | "unauthorised"
  | "unreachable";

/** A request that the proxy does not pass on: what a client is answered, and what a model reads. */
export class ProxyRefusal extends Fault {
  override readonly name = "ProxyRefusal";
  readonly rule: RefusalRule;
  readonly status: number;
  /** Where the request wanted to go, as far as that could be read. */
  readonly to: Destination | undefined;

  constructor(rule: RefusalRule, message: string, hint?: string, to?: Destination) {
    super(CODES[rule] ?? "denied_policy", message, { hint });
    this.rule = rule;
    this.to = to;
    this.status = STATUS[rule] ?? 403;
  }
}

const CODES: Partial<Record<RefusalRule, FaultCode>> = {
  malformed: "invalid_input",
  unreachable: "unavailable",
};

const STATUS: Partial<Record<RefusalRule, number>> = {
  malformed: 400,
  "host-mismatch": 400,
  framing: 400,
  unauthorised: 407,
  unreachable: 502,
};

/** The refusal of a host, or of a port of it, that nobody granted. */
export function notGranted(to: Destination, grantedPorts: readonly number[]): ProxyRefusal {
  const { host, port } = to;
  const entry = `${host.includes(":") ? `[${host}]` : host}${port === 443 || port === 80 ? "" : `:${port}`}`;
  const how = `A person can grant it by adding ${JSON.stringify(entry)} to sandbox.hosts in their own Deckhand configuration; nothing inside the sandbox can. Tell them which host is needed and why, or do without it.`;
  return grantedPorts.length === 0
    ? new ProxyRefusal("not-granted", `${host} is not reached from the sandbox: nobody granted it.`, how, to)
    : new ProxyRefusal(
        "port-not-granted",
        `${host} is not reached on port ${port}: it is granted on port ${grantedPorts.join(" and ")} only.`,
        how,
        to,
      );
}

/** Turns whatever went wrong into a refusal that can be answered and recorded. */
export function refusalOf(error: unknown): ProxyRefusal {
  if (error instanceof ProxyRefusal) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new ProxyRefusal("unreachable", message, error instanceof Fault ? error.hint : undefined);
}

/** The text that a client is answered with. */
export function refusalText({ message, hint }: ProxyRefusal): string {
  return `Deckhand sandbox: ${message}${hint === undefined ? "" : ` ${hint}`}\n`;
}

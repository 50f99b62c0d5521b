import { Fault } from "../../kernel/index.ts";

/** A connection that did not come about. */
export class ConnectFault extends Fault {
  override readonly name = "ConnectFault";
  /** Nobody speaks TLS there; a certificate that is not right is another matter. */
  readonly isWithoutTls: boolean;

  constructor(host: string, port: number, cause: unknown) {
    const code = codeOf(cause);
    super(code === SILENT ? "timeout" : "unavailable", messageFor(host, port, cause), {
      hint: hintFor(code),
      cause,
    });
    this.isWithoutTls = NOT_TLS.includes(code) || code.startsWith(HANDSHAKE);
  }
}

/** The cause for a port that does not answer at all. */
export function silence(): Error {
  return Object.assign(new Error("no answer"), { code: SILENT });
}

const SILENT = "ETIMEDOUT";

/** Refused, ended at once, not reachable or silent. */
const NOT_TLS: readonly string[] = [
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "EHOSTUNREACH",
  "ENETUNREACH",
  SILENT,
  "EPROTO",
];

/** Answered in plain text, or turned away because the server has no certificate for this name. */
const HANDSHAKE = "ERR_SSL_";

function codeOf(cause: unknown): string {
  return cause instanceof Error && "code" in cause ? String(cause.code) : "";
}

function messageFor(host: string, port: number, cause: unknown): string {
  const code = codeOf(cause);
  const where = `${host} port ${port}`;
  if (code === SILENT) return `${where} did not answer in time.`;
  if (code === "ECONNREFUSED") return `${where} refused the connection.`;
  if (isCertificate(code)) return `The certificate of ${host} is not trusted (${code}).`;
  const reason = cause instanceof Error ? cause.message.split("\n")[0] : String(cause);
  return `${where} could not be connected to (${code || reason}).`;
}

function hintFor(code: string): string {
  return isCertificate(code)
    ? "Nothing was sent to it. Check the host's name, or use another source."
    : "Check the host and port, try again later, or use another source.";
}

function isCertificate(code: string): boolean {
  return /CERT|SIGNATURE|ALTNAME|ISSUER|CRL/.test(code);
}

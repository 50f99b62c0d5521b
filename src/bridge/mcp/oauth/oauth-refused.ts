import { Fault } from "../../../kernel/index.ts";

/** An authorization server said no. What it wrote is not repeated: it may quote the secrets it was sent. */
export class OAuthRefused extends Fault {
  override readonly name = "OAuthRefused";
  /** The code of the standard, where it gave one. */
  readonly error: string | undefined;

  constructor(origin: string, status: number, answer: unknown) {
    const error = errorCodeOf(answer);
    super("unavailable", `${origin} refused the request of the sign-in (${error ?? `HTTP ${status}`}).`);
    this.error = error;
  }
}

/** The code of an answer that is an error by the standard. */
export function errorCodeOf(answer: unknown): string | undefined {
  const { error } = (answer ?? {}) as { readonly error?: unknown };
  return typeof error === "string" && /^[a-z_]{1,60}$/.test(error) ? error : undefined;
}

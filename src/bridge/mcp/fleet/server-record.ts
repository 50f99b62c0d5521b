import { Fault, faultInfoOf } from "../../../kernel/index.ts";
import type { McpConnection, RememberedRevision } from "../wire/mcp-connection.ts";
import type { FleetServer } from "./fleet.ts";

/** What is known of a server, kept from one connection to the next. */
export class ServerRecord {
  /** In a row, without having been live for a while. */
  failures = 0;
  restarts = 0;
  /** How it spoke last. */
  remembered: RememberedRevision | undefined;
  #error: unknown;
  #transport: string | undefined;
  #revision: string | undefined;
  #tools: number | undefined;
  #errorLines: () => readonly string[] = () => [];

  constructor(remembered: RememberedRevision | undefined) {
    this.remembered = remembered;
  }

  /** There is a connection; nothing was asked over it yet. */
  reached({ transport, revision, errorLines }: McpConnection): void {
    this.#transport = transport;
    this.#revision = revision;
    this.#errorLines = errorLines;
  }

  /** Its tools were listed and judged. */
  listed(tools: number): void {
    this.#tools = tools;
    this.#error = undefined;
  }

  /** Its tools could not be listed again; those that were listed last stand. */
  notListed(error: unknown): void {
    const { message } = faultInfoOf(error);
    this.#error = new Fault("unavailable", `Its tools could not be listed again: ${message}`);
  }

  /** It could not be connected, or ended by itself. */
  broke(error: unknown): void {
    this.#error = error;
    this.#errorLines = errorLinesOf(error) ?? this.#errorLines;
  }

  /** Whatever went wrong is forgotten. */
  forgive(): void {
    this.failures = 0;
    this.restarts = 0;
    this.#error = undefined;
  }

  view(): Omit<FleetServer, "id" | "state" | "transport"> & { readonly transport?: string } {
    return {
      ...(this.#transport === undefined ? {} : { transport: this.#transport }),
      ...(this.#revision === undefined ? {} : { revision: this.#revision }),
      ...(this.#tools === undefined ? {} : { tools: this.#tools }),
      ...(this.#error === undefined ? {} : { fault: faultInfoOf(this.#error).message }),
      restarts: this.restarts,
      errorLines: this.#errorLines(),
    };
  }
}

/** A child that did not come up leaves what it wrote with the fault. */
function errorLinesOf(error: unknown): (() => readonly string[]) | undefined {
  if (!(error instanceof Error) || !("errorLines" in error) || !Array.isArray(error.errorLines))
    return undefined;
  const lines = error.errorLines.filter((line) => typeof line === "string");
  return () => lines;
}

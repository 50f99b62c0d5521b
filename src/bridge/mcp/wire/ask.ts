import { Fault } from "../../../kernel/index.ts";
import type { McpServer } from "../config/mcp-server.ts";
import { rowFacts } from "./faults/row-facts.ts";
import { wireFault } from "./faults/wire-faults.ts";
import type { Life } from "./life.ts";
import { withinLimits } from "./limits.ts";
import { listPages } from "./list-pages.ts";
import type { RawResult, RequestOptions } from "./mcp-connection.ts";
import type { OpenClient } from "./open-client.ts";
import { progressNote, type ProgressTold } from "./progress-note.ts";
import { ANY_RESULT, rawResultOf } from "./raw-result.ts";
import type { Sdk } from "./sdk.ts";

/** One request of a connection. */
export interface Question {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** What it is about, for the sentence that says it took too long. */
  readonly what: string;
  readonly hasEffect?: boolean;
  /** Sends it, where that takes more than a request. */
  readonly send?: Send | undefined;
}

/** How a request goes out. */
export interface SendOptions {
  readonly signal: AbortSignal;
  readonly timeout: number;
  readonly onprogress?: (told: ProgressTold) => void;
}

/** Sends a request past the usual way. */
export type Send = (params: Readonly<Record<string, unknown>>, options: SendOptions) => Promise<RawResult>;

/** What requests are made on. */
export interface AskOptions {
  readonly server: McpServer;
  readonly open: OpenClient;
  readonly sdk: Sdk;
  readonly life: Life;
  readonly isPersonAsked: () => boolean;
}

/** The ways to ask a server. */
export interface Ask {
  /** The raw answer to one request. */
  readonly ask: (question: Question, options?: RequestOptions) => Promise<RawResult>;
  /** Every item of a list, all pages. */
  readonly list: (method: string, field: string, options?: RequestOptions) => Promise<readonly RawResult[]>;
}

/** How long a call may be silent where neither caller nor row says. */
const SILENCE_MS = 120_000;
const LONGEST_CALL_MS = 3_600_000;
const LONGEST_LISTING_MS = 600_000;
/** The SDK has a timer of its own; ours decides. */
const NO_TIMEOUT_MS = 2 ** 31 - 1;

/** Makes the ways to ask over one connection. */
export function createAsk({ server, open, sdk, life, isPersonAsked }: AskOptions): Ask {
  const { client, line } = open;
  const facts = rowFacts(server);

  const exchange = async (
    question: Question,
    signal: AbortSignal,
    onprogress?: SendOptions["onprogress"],
  ) => {
    const { method, params, hasEffect = false, send } = question;
    const options = { signal, timeout: NO_TIMEOUT_MS, ...(onprogress === undefined ? {} : { onprogress }) };
    try {
      const request = { method, params: { ...params } };
      return rawResultOf(await (send?.(params, options) ?? client.request(request, ANY_RESULT, options)));
    } catch (error) {
      // Whoever gave up has been told already.
      if (signal.aborted) throw error;
      if (life.failed(error) === "forgotten") throw sessionForgotten(server.id, error);
      throw wireFault(error, { ...facts, sdk, hasEffect, trouble: line.trouble() });
    }
  };
  const limitsOf = ({ cancel, timeoutMs }: RequestOptions, what: string, totalMs: number) => {
    const silenceMs = timeoutMs ?? server.callTimeoutMs ?? SILENCE_MS;
    return { cancel, silenceMs, totalMs, isPersonAsked, timeUp: () => timeUp(server.id, what, silenceMs) };
  };

  return {
    ask: (question, options = {}) =>
      withinLimits(limitsOf(options, question.what, LONGEST_CALL_MS), (stop, alive) =>
        exchange(question, stop, (told) => {
          alive();
          options.onProgress?.(progressNote(told));
        }),
      ),
    list: (method, field, options = {}) =>
      withinLimits(limitsOf(options, `its ${field}`, LONGEST_LISTING_MS), (stop, alive) =>
        listPages(server.id, field, (cursor) => {
          alive();
          return exchange({ method, params: cursor === undefined ? {} : { cursor }, what: field }, stop);
        }),
      ),
  };
}

function sessionForgotten(server: string, cause: unknown): Fault {
  return new Fault("unavailable", `The server "${server}" has forgotten our session, and did nothing.`, {
    hint: "Try again: it is connected anew.",
    cause,
  });
}

function timeUp(server: string, what: string, silenceMs: number): Fault {
  const seconds = Math.round(silenceMs / 100) / 10;
  return new Fault(
    "timeout",
    `The server "${server}" was silent about ${what} for ${seconds} s; it was told to stop.`,
    {
      hint: "A longer time limit can be set in the row of the server.",
    },
  );
}

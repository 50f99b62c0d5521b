import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import type { Fleet } from "../../../src/bridge/mcp/fleet/fleet.ts";
import type { RawResult } from "../../../src/bridge/mcp/wire/mcp-connection.ts";
import { Fault, faultInfoOf } from "../../../src/kernel/index.ts";
import {
  openTestFleet,
  scriptRow,
  type TestFleet,
  type TestFleetOptions,
  type TestRow,
} from "../open-test-fleet.ts";

/** The script of every server over stdio of these tests. */
export const SERVER = join(import.meta.dirname, "hostile-server.mjs");

/** A server that misbehaves as the words say, and is called by them. */
export function hostile(words: string, settings: Parameters<typeof scriptRow>[3] = {}): TestRow {
  return scriptRow(words, SERVER, words.split(" "), settings);
}

/** Servers by their behaviour, and what must come of each: whoever is not to be waited for is not waited for long; all others have as much time as a busy machine takes. */
export function rowsOf(expected: Readonly<Record<string, unknown>>, startupMs?: number): readonly TestRow[] {
  return Object.entries(expected).map(([words, outcome]) =>
    hostile(words, {
      callTimeoutMs: outcome === "timeout" ? 500 : 20_000,
      startupTimeoutMs: startupMs ?? (HANGING.test(words) ? 2_000 : 20_000),
    }),
  );
}

const HANGING = /^(?:--modern )?(?:hang|ignore|close-stdin) (?:start|server|initialize|tools.list)/;

const NEIGHBOUR = "neighbour";

/** How long a call to the neighbour may take, however busy the machine is. */
const NEIGHBOUR_MS = 15_000;

/**
 * Lets misbehaving servers do their worst beside a well-behaved neighbour, whose every call must work all the while, and
 * tells what came of each of them. Nothing of them is left afterwards.
 */
export async function besideNeighbour(
  rows: readonly TestRow[],
  work: (ground: TestFleet) => Promise<void> = () => Promise.resolve(),
  options: TestFleetOptions = {},
): Promise<Readonly<Record<string, string>>> {
  const ground = await openTestFleet([scriptRow(NEIGHBOUR, SERVER), ...rows], options);
  const { fleet } = ground;
  const done = new AbortController();
  try {
    await fleet.connection(NEIGHBOUR);
    fleet.start();
    const calls = callUntil(fleet, done.signal);
    const [outcomes] = await Promise.all([
      outcomesOf(fleet).then(async (found) => {
        await work(ground);
        done.abort();
        return found;
      }),
      calls,
    ]);
    expectPlainFaults(fleet);
    expect(await calls).toBeGreaterThan(0);
    expect(fleet.server(NEIGHBOUR)).toMatchObject({ state: "live", restarts: 0 });
    return outcomes;
  } finally {
    done.abort();
    await ground.close();
  }
}

async function outcomesOf(fleet: Fleet): Promise<Readonly<Record<string, string>>> {
  const ids = fleet.servers().flatMap(({ id }) => (id === NEIGHBOUR ? [] : [id]));
  return Object.fromEntries(await Promise.all(ids.map(async (id) => [id, await outcomeOf(fleet, id)])));
}

/** What comes of a server when it is connected and one of its tools is called. */
export async function outcomeOf(fleet: Fleet, id: string): Promise<string> {
  try {
    const connection = await fleet.connection(id);
    return await callOutcome(() => connection.callTool("echo", { text: id }), id);
  } catch (error) {
    return `no connection: ${codeOf(error)}`;
  }
}

async function callOutcome(call: () => Promise<RawResult>, told: string): Promise<string> {
  try {
    const answer = await call();
    const isEcho = JSON.stringify(answer["content"]) === JSON.stringify([{ type: "text", text: told }]);
    return isEcho ? "works" : `answers ${JSON.stringify(answer).slice(0, 200)}`;
  } catch (error) {
    return codeOf(error);
  }
}

/** What people are shown of a server is short and plain, whatever the server sent. */
function expectPlainFaults(fleet: Fleet): void {
  for (const { id, fault = "", errorLines } of fleet.servers()) {
    const shown = [fault, ...errorLines].join("");
    // oxlint-disable-next-line no-control-regex
    expect(shown, `what is told of ${id}`).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/);
    expect(fault.length, `what is told of ${id}`).toBeLessThan(2_000);
  }
}

function codeOf(error: unknown): string {
  if (!(error instanceof Fault)) return `no fault: ${String(error)}`;
  return faultInfoOf(error).message.length < 5_000 ? error.code : `${error.code}, told at length`;
}

/** Calls the neighbour over and over; answers how often. */
async function callUntil(fleet: Fleet, stop: AbortSignal): Promise<number> {
  let calls = 0;
  while (!stop.aborted) {
    const text = `call ${calls}`;
    const connection = await fleet.connection(NEIGHBOUR);
    const answer = await connection.callTool("echo", { text }, { timeoutMs: NEIGHBOUR_MS });
    expect(answer).toMatchObject({ content: [{ type: "text", text }] });
    calls += 1;
    await sleep(10);
  }
  return calls;
}

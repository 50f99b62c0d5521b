import { connect as connectTcp, type Socket } from "node:net";
import { judgeAnswer, type WebTarget } from "../../kernel/index.ts";
import { lookUp } from "../net/checked-addresses.ts";
import type { Connect, Resolve } from "../net/local-net.ts";
import { STANDARD_LIMITS } from "../net/net-limits.ts";
import { openConnection } from "../net/open-connection.ts";
import { openWatch, tooSlow, type Watch } from "../net/watch.ts";
import { ProxyRefusal } from "./proxy-refusal.ts";

/** Connects to a target that was admitted; `cancel` gives up on it. */
export type Dial = (target: WebTarget, cancel: AbortSignal) => Promise<Socket>;

/** How names are looked up and connections made; what webfetch uses unless a test says otherwise. */
export interface DialOptions {
  readonly resolve?: Resolve | undefined;
  readonly connect?: Connect | undefined;
  readonly connectMs: number;
}

/** Looks a name up, checks every address it has, and connects to one of those that were checked. */
export function createDial({ resolve = lookUp, connect = openTcp, connectMs }: DialOptions): Dial {
  const inTurn = limited(LOOKUPS_AT_ONCE, resolve);
  return async (target, cancel) => {
    const watch = openWatch(2 * connectMs, cancel);
    try {
      const addresses = await checked(target, watch);
      const limits = { ...STANDARD_LIMITS, connectMs };
      // A plain URL, whatever the port: the encryption is the client's own and stays closed to us.
      return await openConnection(target, addresses, { watch, limits, options: { connect } });
    } catch (error) {
      watch.fail(error);
      throw error;
    } finally {
      watch.close();
    }
  };

  async function checked(target: WebTarget, watch: Watch): Promise<readonly string[]> {
    if (target.isLiteral) return [target.host];
    const answer = inTurn(target.host);
    const addresses = await watch.within(connectMs, answer, () =>
      tooSlow(`Looking up ${target.host}`, connectMs),
    );
    const objection = judgeAnswer(target, addresses);
    if (objection === undefined) return addresses;
    throw new ProxyRefusal(
      objection.rule === "no-answer" ? "unreachable" : "address",
      `${target.host} is not reached from the sandbox: ${objection.reason}.`,
      objection.rule === "not-public"
        ? `A person can allow that by naming ${target.host} in web.allowPrivate of their own configuration.`
        : undefined,
    );
  }
}

const openTcp: Connect = ({ address, port }) => connectTcp({ host: address, port, allowHalfOpen: true });

/** The name service shares few threads with reading and writing files: a sandbox must not hold them all. */
const LOOKUPS_AT_ONCE = 2;

function limited(most: number, resolve: Resolve): Resolve {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (name) => {
    if (running >= most) await new Promise<void>((go) => waiting.push(go));
    else running += 1;
    try {
      return await resolve(name);
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}

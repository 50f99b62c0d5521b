/** How patient a fleet is; all in milliseconds unless it says otherwise. */
export interface FleetLimits {
  /** How long others wait for a server to start, where its row does not say. */
  readonly startupMs: number;
  /** How long an attempt goes on in the background; never less than some start-up budgets of its server. */
  readonly attemptMs: number;
  /** The longest wait before the first retry; it doubles with each failure. */
  readonly firstRetryMs: number;
  readonly longestRetryMs: number;
  /** After so many failures in a row a server is left alone for a while. */
  readonly failures: number;
  /** A server that was live for so long has no failures behind it. */
  readonly stableMs: number;
  /** How long a server is left alone before it is tried once more. */
  readonly suspendedMs: number;
  /** How long others wait for a connection to be gone. */
  readonly closeMs: number;
  /** The pause before a list that goes on changing is listed again; it doubles each time. */
  readonly firstListPauseMs: number;
  readonly longestListPauseMs: number;
  /** A list that did not change for so long is listed at once when it does. */
  readonly quietMs: number;
}

/** The limits of a fleet that is told no others. */
export const FLEET_LIMITS: FleetLimits = {
  startupMs: 30_000,
  attemptMs: 120_000,
  firstRetryMs: 500,
  longestRetryMs: 60_000,
  failures: 5,
  stableMs: 30_000,
  suspendedMs: 300_000,
  closeMs: 10_000,
  firstListPauseMs: 500,
  longestListPauseMs: 30_000,
  quietMs: 60_000,
};

const BUDGETS_PER_ATTEMPT = 4;

/** How long one attempt may take, for a server that others wait so long for. */
export function attemptLimit(startupMs: number, { attemptMs }: FleetLimits): number {
  return Math.max(attemptMs, BUDGETS_PER_ATTEMPT * startupMs);
}

/** How long to wait after so many failures: anything up to a bound that doubles, so that nobody retries in step. */
export function retryDelay(failures: number, limits: FleetLimits, random: () => number): number {
  const { firstRetryMs, longestRetryMs } = limits;
  return Math.round(random() * Math.min(longestRetryMs, firstRetryMs * 2 ** (failures - 1)));
}

/** How long to wait before listing again, after so many listings without a quiet time. */
export function listPause(listings: number, { firstListPauseMs, longestListPauseMs }: FleetLimits): number {
  return listings === 0 ? 0 : Math.min(longestListPauseMs, firstListPauseMs * 2 ** (listings - 1));
}

/** How one remote server is doing. */
export interface ServerStatus {
  readonly id: string;
  readonly state: "connecting" | "live" | "down" | "pending approval";
  readonly fault?: string;
}

/** Tells which remote servers can be reached right now. */
export interface FleetStatus {
  servers(): readonly ServerStatus[];
  isLive(server: string): boolean;
}

/** One running session: what it offers and how it is called. */
export {
  type CallOptions,
  openSession,
  type Session,
  type SessionOutcome,
  type SessionSettings,
} from "./open-session.ts";
export { toolBox } from "./tool-box.ts";

import type { GovernSettings } from "../src/session/index.ts";

/** A session in which everything but the forbidden runs unasked, for tests about something else. */
export const TRUSTING: GovernSettings = { trust: "L3", sandbox: false };

import type { BridgeCapability } from "./bridge-entry.ts";
import { canonicalJson } from "./canonical-json.ts";

/** What a log keeps of a capability: what it is, not what runs it. */
export function recordedCapability(capability: BridgeCapability): BridgeCapability {
  const { name, description, parameters, definition } = capability;
  return {
    name,
    ...(description === undefined ? {} : { description }),
    ...(parameters === undefined ? {} : { parameters }),
    ...(definition === undefined ? {} : { definition }),
  };
}

/** What a log keeps of a capability, as a text to compare; nothing for what is not JSON. */
export function recordedText(capability: BridgeCapability): string | undefined {
  try {
    return canonicalJson(recordedCapability(capability));
  } catch {
    return undefined;
  }
}

/** Tells whether a log would keep the same of both. */
export function isRecordedAlike(a: BridgeCapability, b: BridgeCapability): boolean {
  if (a === b) return true;
  const text = recordedText(a);
  return text !== undefined && text === recordedText(b);
}

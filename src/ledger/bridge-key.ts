import { monotonicFactory } from "ulid";
import { digestOf } from "../kernel/index.ts";
import { canonicalJson } from "./canonical-json.ts";
import { qualifyBridgeName } from "./qualified-name.ts";

/** What an enrolled capability is known by; minted here, so that no other string stands in for it. */
export type BridgeKey = string & { readonly __bridgeKey: true };

const PREFIX = "bk_";
const HEX_DIGITS = 32;
const SHAPE = /^bk_(?:[0-9a-f]{32}|[0-7][0-9A-HJKMNP-TV-Z]{25})$/;

/** Vouches for a key that was minted before, such as one read from a stored log. */
export function bridgeKey(text: string): BridgeKey {
  return text as BridgeKey;
}

/** Tells whether a text has the shape of a minted key. */
export function isBridgeKey(text: unknown): text is BridgeKey {
  return typeof text === "string" && SHAPE.test(text);
}

/** The key of a tool by what it is: the same server, tool and schema have the same key in every session and folder. */
export function bridgeContentKey(server: string, tool: string, parameters?: unknown): BridgeKey {
  const name = bytesOf(qualifyBridgeName(server, tool));
  // Canonical JSON never holds a raw U+0000, so the last one always ends the name, whatever the name holds.
  const schema = Buffer.from(`\u0000${canonicalJson(parameters)}`, "utf8");
  return bridgeKey(PREFIX + digestOf(name, schema).slice(0, HEX_DIGITS));
}

/** A key of its own for each enrollment, greater than every one minted before it in this process. */
export const bridgeUlidKey: () => BridgeKey = createUlidKeys();

function createUlidKeys(): () => BridgeKey {
  // Keys need to differ, not to be secret.
  const next = monotonicFactory(Math.random);
  return () => bridgeKey(PREFIX + next());
}

/** UTF-8; a half character keeps three bytes of its own instead of turning into the same mark as all others. */
function bytesOf(name: string): Buffer {
  return Buffer.concat(
    name
      .split(/(\p{Surrogate})/u)
      .map((part) => (isHalf(part) ? halfBytes(part) : Buffer.from(part, "utf8"))),
  );
}

function isHalf(part: string): boolean {
  return part.length === 1 && /\p{Surrogate}/u.test(part);
}

function halfBytes(half: string): Buffer {
  const unit = half.charCodeAt(0);
  return Buffer.from([0xe0 | (unit >> 12), 0x80 | ((unit >> 6) & 0x3f), 0x80 | (unit & 0x3f)]);
}

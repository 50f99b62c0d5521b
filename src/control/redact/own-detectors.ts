import { assignments } from "./assignments.ts";
import { authHeaders } from "./auth-headers.ts";
import { credentialUrls } from "./credential-urls.ts";
import type { Detector } from "./detector.ts";
import { issuedTokens } from "./issued-tokens.ts";
import { keyBlocks } from "./key-blocks.ts";

/** The patterns that need no other package. */
export const OWN_DETECTORS: readonly Detector[] = [
  keyBlocks,
  issuedTokens,
  authHeaders,
  credentialUrls,
  assignments,
];

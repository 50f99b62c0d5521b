import { found, type Finding } from "./flag.ts";
import { foldText } from "./folded-text.ts";

/**
 * Parameters named for somebody's secret. A plain `token` may be a page, and `keys` are in every list, so such words
 * count only when the name says whose they are, or that the secret itself is wanted.
 */
export function asksForSecret(name: string, server: string): readonly Finding[] {
  const words = nameWords(name);
  const isAsking =
    ALWAYS.test(words) ||
    PLAIN.test(words) ||
    (SECRET.test(words) && (WHOLE.test(words) || isForeign(words, server)));
  return isAsking ? found("asks-for-secret", /^.*/s.exec(name)) : [];
}

/** `contentOfPrivateKey` and `content-of_private.key` are the same words. */
function nameWords(name: string): string {
  const spaced = name
    .replaceAll(/(\p{Ll}|\d)(\p{Lu})/gu, "$1 $2")
    .replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2");
  return ` ${foldText(spaced)
    .text.replaceAll(/[^a-z0-9]+/g, " ")
    .trim()} `;
}

/** No tool has a good reason to be handed these. */
const ALWAYS =
  / (?:passwords|private ?keys?|ssh ?keys?|secret ?access ?key|id ?rsa|id ?ed25519|rsa ?key|pem ?key|seed ?phrase|recovery ?phrase|mnemonic|master ?password|master ?key|sudo ?password|root ?password|keychain|env ?file|dot ?env|env ?vars?|environment ?variables|shadow ?file|etc ?passwd|system ?prompt|developer ?prompt|chain ?of ?thought|(?:available|all) ?tools|tools? ?list|list ?of ?tools|previous ?tool ?calls|(?:conversation|chat|message|browser|browsing|bash|shell|command) ?history|previous ?messages|(?:full|entire|whole|complete|all) (?:[a-z0-9]+ )?(?:conversation|chat|transcript|context|environment|memory|filesystem)(?: details)?|credit ?card|card ?number|cvv|social ?security|ssn|session ?cookies?|auth ?cookies?|browser ?cookies|2fa|otp ?code|totp ?secret)(?! (?:path|id|name|file ?name|fingerprint|type|label|alias|format|length|algorithm|limit) )/;

/** Asks for a secret in so many words; what only tells of one, such as its name or its length, holds none. */
const PLAIN =
  / (?:pass(?:word|wd|phrase|code)|credentials?|(?:api|access|auth|client|app|secret|signing|encryption|bot|service ?account) ?(?:key|secret)|(?:api|access|auth|authentication|bearer|refresh|session|oauth|id|personal ?access|bot|jwt) ?token)(?= $| (?:value|text|string|content|contents|data|base64|pem|json|hex|raw) )/;

const SECRET =
  / (?:passwords?|passwd|passphrases?|secrets?|credentials?|tokens?|api ?keys?|access ?keys?|keys|cookies?|env) /;

/** The secret itself, or all of them. */
const WHOLE =
  / (?:contents?|content of|dump|full|raw|plain ?text|plaintext|all|any|every|stolen|exfil|leak|leaked|found|collected|discovered|read) /;

/** Whose it is, where that is not the server's own business. */
function isForeign(words: string, server: string): boolean {
  const own = ` ${foldText(server).text.replaceAll(/[^a-z0-9]+/g, " ")} `;
  const owners = words.matchAll(OWNER);
  return [...owners].some(([, owner = ""]) => !own.includes(` ${owner} `) && !own.includes(owner));
}

const OWNER =
  / (users?|your|other|others|their|owner|victim|admin|root|system|host|local|machine|aws|azure|gcp|openai|anthropic|stripe|npm|ssh|bank|email|gmail|icloud|google|bearer|jwt|kube|kubernetes|docker|vault|database|db|wifi|vpn|github|gitlab|slack)(?= )/g;

import type { FoldedText } from "./folded-text.ts";

/**
 * Where a text has a private thing handed over: fetched from its place, or put into a parameter. Naming one is fine,
 * as is a tool that works on such things; being told to fetch one and pass it on is not.
 */
export function handsOver(folded: FoldedText, words: FoldedText): number | undefined {
  const fetched = A_PLACE.test(folded.text) ? FETCHED.exec(folded.text) : null;
  if (fetched !== null && (KEPT_PLACE.test(folded.text) || pressuresIn(words.text) >= 1))
    return folded.placeOf(fetched.index);
  const talk = TALK_GIVEN.exec(words.text);
  if (talk !== null && pressuresIn(around(words.text, talk)) >= 1) return words.placeOf(talk.index);
  const given = GIVEN.exec(words.text);
  return given !== null && pressuresIn(around(words.text, given)) >= 2
    ? words.placeOf(given.index)
    : undefined;
}

const few = (most: number): string => `(?:[^ .]+ ){0,${most}}`;
const word = (source: string): string => `(?<![a-z0-9])${source}(?![a-z0-9])`;

/** Files that nobody but their owner has a use for, and those that are run at every start. */
const KEPT = String.raw`(?<!\w)\.(?:ssh|aws|gnupg|kube|netrc|pgpass|git-credentials|bashrc|zshrc|bash_profile|profile|zprofile)(?![a-z])|\bid_(?:rsa|dsa|ecdsa|ed25519)\b|\/etc\/(?:passwd|shadow|sudoers)|authorized_keys|(?:bash|zsh)_history|wallet\.dat|\.(?:kdbx|pfx|p12)(?![a-z])`;
const KEPT_PLACE = new RegExp(KEPT);

/** Those, and files that hold secrets beside what programs read from them. */
const PLACE = String.raw`${KEPT}|(?:~|\$home|%userprofile%|\/root|\/home\/[\w.$<>{}-]+|\/users\/[\w.$<>{}-]+|c:\\users\\[\w.$<>{}-]+)[\\/]+\.[a-z]|(?<!\w)\.(?:npmrc|pypirc)\b|(?<![\w.])\.env(?:\.[a-z]+)?(?![\w(])|\bprintenv\b|mcp\.json|claude_desktop_config|(?<!\w)credentials\.(?:json|csv|xml|db)|secrets?\.(?:ya?ml|json|toml)|\.pem\b`;
const A_PLACE = new RegExp(PLACE);

const FETCH =
  "(?:read|cat|open|load|fetch|get|retrieve|extract|copy|paste|upload|send|pass|include|attach|append|dump|leak|exfiltrate|provide|insert|steal|grab|collect|print|output|put|add|access|check|store|run|find|search|locate|rewrite|overwrite|modify)";
const FETCHED = new RegExp(
  String.raw`\b(?:contents? (?:of|from|in)|${FETCH})\b(?:(?!\.\s)[^!?\n]){0,60}?(?:${PLACE})`,
);

const SECRET =
  "(?:(?:private|ssh|secret|api|access|auth|encryption|signing|gpg) keys?|(?:api|access|auth|bearer|session|refresh|oauth|personal access) tokens?|passwords?|passphrases?|credentials?|secrets|environment variables?|env vars?|env file|cookies|seed phrase|recovery phrase|mnemonic|credit card|social security)";

/** What was said so far, and by whom; no tool needs all of it. */
const TALK =
  "(?:(?:system|developer|initial) prompt|(?:conversation|chat|message|prompt|browsing|browser|command|shell) history|(?:entire|full|whole|complete|current|previous|all) (?:[^ .]+ ){0,2}(?:conversation|chats?|context|transcript|history|prompts?)|(?:last|latest|recent|previous) (?:[^ .]+ )?messages of the (?:user|person)|(?:other|previous|all) (?:[^ .]+ )?(?:tools? |mcp )(?:results|outputs|responses|servers|calls))";

const GIVE = `(?:${FETCH}|forward|submit|post|supply|share|transmit|embed|encode|give|fill|enter|write|place)`;
const GIVEN = new RegExp(word(`${GIVE} ${few(8)}${SECRET}`));
const TALK_GIVEN = new RegExp(word(`(?:${GIVE}|including|full|entire|whole|complete) ${few(6)}${TALK}`));

/** How a text presses: it must be so, it goes into the call, one thing follows the other, or something fails. */
const PRESSURES = [
  "(?:you (?:must|should|need|have to|will|are required|shall|always)|must|always|first|please|make sure|be sure|ensure|remember to|dont forget|do not forget|important|necessary|critical|essential|mandatory|required)",
  "(?:(?:as|in|into|to|via|through|using|with) (?:the |a |this |its |an )?(?:[^ .]+ ){0,3}(?:parameter|argument|field|param|value|input|sidenote|request|call|payload|body)|contents? of|(?:its|their) (?:full |whole |entire )?contents?|so (?:that )?(?:we|it|the tool|this tool) can)",
  "(?:and (?:then )?(?:pass|send|include|append|attach|put|paste|submit|upload|post|provide|add|return|forward|share|write|call|use|give))",
  "(?:otherwise|or else|will not work|wont work|will fail|will be (?:denied|rejected|blocked)|not function|in order to (?:use|call|run)|before (?:using|calling|invoking|running|answering|responding|you|every|each|any)|for (?:verification|validation|debugging|logging|telemetry|audit|security|analytics|personalization))",
].map((source) => new RegExp(word(source)));

const AROUND = 160;

function around(words: string, { index, 0: match }: RegExpExecArray): string {
  return words.slice(Math.max(0, index - AROUND), index + match.length + AROUND);
}

/** One of them may be how a tool works; two around a secret are pressure. */
function pressuresIn(words: string): number {
  return PRESSURES.filter((pattern) => pattern.test(words)).length;
}

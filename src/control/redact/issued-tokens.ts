import type { Detector, SecretSpan } from "./detector.ts";
import { everyMatch } from "./every-match.ts";
import { longWords } from "./long-words.ts";

/** Finds what issuers hand out under a prefix of their own, and tokens that carry their claims in themselves. */
export const issuedTokens: Detector = {
  name: "issued tokens",
  find: (text) =>
    longWords(text).flatMap(({ start, word }) =>
      [...tokensIn(word)].map(({ index, 0: token }): SecretSpan => ({
        start: start + index,
        end: start + index + token.length,
        kind: token.startsWith("eyJ") ? "jwt" : "issued-key",
      })),
    ),
};

function* tokensIn(word: string): Iterable<RegExpExecArray> {
  for (const found of everyMatch(word, TOKENS)) if (!isTitle(found[0])) yield found;
  for (const found of everyMatch(word, PREFIXED)) if (looksRandom(found[1] ?? "")) yield found;
}

const CLOUDS = [
  "(?:A3T[A-Z0-9]|A(?:KIA|SIA|GPA|IDA|ROA|IPA|NPA|NVA|BIA|CCA))[A-Z0-9]{16}(?![A-Za-z0-9])",
  "ABSK[A-Za-z0-9+/]{60,}={0,2}",
  "AIza[\\w-]{30,}",
  "ya29\\.[\\w-]{20,}",
  "GOCSPX-[\\w-]{20,}",
  "1//0[\\w-]{30,}",
  "AAAA[\\w-]{7}:[\\w-]{100,}",
  "[\\w.~-]{3}\\dQ~[\\w.~-]{31,}",
  "[A-Za-z0-9]{76}AZDO[A-Za-z0-9]{4}",
  "do[opr]_v1_[a-f0-9]{40,}",
  "HRKU-[\\w-]{30,}",
  "(?:fm\\d[ar]?|fo1)_[\\w+/=,-]{40,}",
  "dapi[a-f0-9]{32}",
  "sb[ps]_[a-f0-9]{40,}",
  "pscale_[a-z]{2,8}_[\\w.-]{30,}",
  "tskey-[a-z]{2,12}-[\\w-]{16,}",
];

const DEVELOPERS = [
  "gh[oprsu]_[A-Za-z0-9]{20,}",
  "github_pat_\\w{20,}",
  "gl(?:pat|ptt|rtr?|dt|agent|cbt|oas|ft|imt|soat|ffct)-[\\w.-]{16,}",
  "gl(?:sa|c)_[\\w+/=-]{30,}",
  "ATBB[A-Za-z0-9]{28,}",
  "AT[A-Z]{2}T3[\\w=-]{40,}",
  "npm_[A-Za-z0-9]{30,}",
  "pypi-[\\w-]{50,}",
  "rubygems_[a-f0-9]{40,}",
  "cio[A-Za-z0-9]{32}(?![A-Za-z0-9])",
  "CLOJARS_[a-f0-9]{50,}",
  "AKCp[A-Za-z0-9]{50,}",
  "cmVmdGtu[A-Za-z0-9]{40,}",
  "dckr_[a-z]{2,4}_[\\w-]{20,}",
  "hv[bprs]\\.[\\w-]{20,}",
  "[A-Za-z0-9]{14}\\.atlasv1\\.[\\w-]{40,}",
  "dp\\.[a-z]{2,5}\\.[\\w.-]{36,}",
  "sntry[a-z]_[\\w+/=.-]{40,}",
  "NR[A-Z]{2}-[A-Z0-9]{20,}",
  "PMAK-[a-f0-9-]{40,}",
  "fig[a-z]{1,2}_[\\w-]{30,}",
  "lin_(?:api|oauth)_[A-Za-z0-9]{30,}",
  "ops_eyJ[\\w+/=-]{40,}",
  "ntn_[A-Za-z0-9]{30,}",
  "secret_[A-Za-z0-9]{40,}",
  "pat[A-Za-z0-9]{14}\\.[a-f0-9]{50,}",
  "AGE-SECRET-KEY-1[A-Z0-9]{40,}",
];

const MODELS = [
  "sk-[\\w-]{20,}",
  "hf_[A-Za-z0-9]{20,}",
  "gsk_[A-Za-z0-9]{30,}",
  "xai-[A-Za-z0-9]{40,}",
  "pplx-[A-Za-z0-9]{30,}",
  "r8_[A-Za-z0-9]{30,}",
  "tvly-[\\w-]{24,}",
  "lsv\\d_[a-z]{2}_[a-f0-9]{32}\\w*",
];

const TRADE_AND_TALK = [
  "[rs]k_(?:live|test)_[A-Za-z0-9]{10,}",
  "whsec_[A-Za-z0-9+/=]{16,}",
  "shp[a-z]{2,3}_[A-Fa-f0-9]{20,}",
  "sq0[a-z]{3}-[\\w-]{20,}",
  "access_token\\$[a-z]+\\$[a-z0-9]{10,}\\$[a-f0-9]{20,}",
  "xox[a-z](?:\\.xox[a-z])?-[\\w%-]{10,}",
  "xapp-[\\w-]{16,}",
  "SG\\.[\\w-]{16,}\\.[\\w-]{16,}",
  "SK[a-f0-9]{32}(?![A-Za-z0-9])",
  "key-[a-f0-9]{32}(?![A-Za-z0-9])",
  "[a-f0-9]{32}-us\\d{1,2}(?!\\d)",
  "re_[A-Za-z0-9]{8}_[A-Za-z0-9]{16,}",
  "sl\\.[\\w-]{100,}",
  "\\d{8,10}:AA[\\w-]{33}",
  "[MNO][\\w-]{22,28}\\.[\\w-]{6}\\.[\\w-]{27,}",
  "webhooks/\\d{16,20}/[\\w-]{50,}",
  "services/T[A-Z0-9]{7,}/B[A-Z0-9]{7,}/[A-Za-z0-9]{16,}",
  "workflows/T[A-Z0-9]{7,}/A[A-Z0-9]{7,}/\\d{10,}/[A-Za-z0-9]{16,}",
];

/** Two parts of JSON in base64, and perhaps a signature. */
const CLAIMS = "eyJ[\\w-]{8,}\\.[\\w-]{8,}(?:\\.[\\w-]*)?";

/** Each may only begin where a word does, so that a long run of its characters is read once. */
const TOKENS = new RegExp(
  `(?<![\\w-])(?:${[...CLOUDS, ...DEVELOPERS, ...MODELS, ...TRADE_AND_TALK, CLAIMS].join("|")})`,
  "g",
);

/** The words of a title, `sk-hynix-builds-a-new-factory`, have no long part with digits. */
function isTitle(token: string): boolean {
  return token.startsWith("sk-") && !token.split("-").some((part) => part.length >= 12 && /\d/.test(part));
}

/** What other issuers hand out is a name in small letters and a random word; ids of calls and messages are shorter. */
const PREFIXED = /(?<![\w-])[a-z][a-z0-9]{1,15}(?:_[a-z0-9]{1,12}){0,3}_([A-Za-z0-9]{30,})/g;

/** Names in a program seldom change between small letters, capitals and digits; digests have no capitals. */
function looksRandom(word: string): boolean {
  const changes = word.match(/[a-z](?![a-z])|[A-Z](?![A-Z])|\d(?!\d)/g) ?? [];
  const hasAll = /[a-z]/.test(word) && /[A-Z]/.test(word) && /\d.*\d/.test(word);
  return hasAll && changes.length >= word.length * LEAST_CHANGES;
}

/** Chance makes about 0.6 of them; words that are written together make a third. */
const LEAST_CHANGES = 0.45;

import type { Detector, SecretSpan } from "./detector.ts";
import { everyMatch } from "./every-match.ts";
import { isPlaceholder } from "./placeholder.ts";

/** Finds what is sent to prove who is asking: bearer and basic credentials, authorization and cookie headers, logins of a command. */
export const authHeaders: Detector = {
  name: "authorization headers",
  find: (text) =>
    HEADERS.flatMap(({ pattern, isSecret }) => {
      const spans: SecretSpan[] = [];
      for (const { index, 0: match, 1: secret = "" } of everyMatch(text, pattern)) {
        if (isPlaceholder(secret) || !isSecret(secret)) continue;
        const end = index + match.length;
        spans.push({ start: end - secret.length, end, kind: "login" });
      }
      return spans;
    }),
};

interface Header {
  readonly pattern: RegExp;
  readonly isSecret: (value: string) => boolean;
}

const HEADERS: readonly Header[] = [
  { pattern: /\bbearer[ \t]{1,4}([\w.~+/=-]{8,})/gi, isSecret: looksRandom },
  { pattern: /\bbasic[ \t]{1,4}([A-Za-z0-9+/]{6,}={0,2})/gi, isSecret: isLogin },
  {
    pattern:
      /\bauthorization\\{0,3}["']?[ \t]{0,4}[:=][ \t]{0,4}\\{0,3}["']?(?:[a-z]{1,20}[ \t]{1,4})?([\w.~+/=-]{8,})/gi,
    isSecret: looksRandom,
  },
  {
    pattern:
      /\bcookie\\{0,3}["']?[ \t]{0,4}:[ \t]{0,4}\\{0,3}["']?([\w.-]{1,100}=[^\s"'\\][^\r\n"'\\]{3,})/gi,
    isSecret: () => true,
  },
  {
    pattern: /(?<![\w-])(?:-u|--(?:proxy-)?user)[ \t=]{1,4}["']?[^\s:"']{1,100}:([^\s"'`]{3,})/g,
    isSecret: (value) => !/^\d+$/.test(value),
  },
];

/** A word of prose has no digit and no capital inside. */
function looksRandom(value: string): boolean {
  return /\d/.test(value) || /[a-z][A-Z]/.test(value) || value.length >= 24;
}

/** Basic credentials are a name, a colon and a password, whatever else follows the word `basic`. */
function isLogin(value: string): boolean {
  return /^[^:\p{C}]*:[^\p{C}]*$/u.test(Buffer.from(value, "base64").toString("utf8"));
}

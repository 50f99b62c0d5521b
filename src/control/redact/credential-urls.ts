import type { Detector, SecretSpan } from "./detector.ts";
import { everyMatch } from "./every-match.ts";
import { isPlaceholder } from "./placeholder.ts";

/** Finds passwords and tokens before the host of a URL or connection string, and what signs one. */
export const credentialUrls: Detector = {
  name: "credentials in URLs",
  find(text) {
    const spans: SecretSpan[] = [];
    for (const { index, 0: match, 1: login = "" } of everyMatch(text, LOGIN)) {
      const secret = secretOf(login);
      if (secret === undefined || isPlaceholder(secret)) continue;
      const end = index + match.length - 1;
      spans.push({ start: end - secret.length, end, kind: "login" });
    }
    for (const { index, 0: match, 1: signature = "" } of everyMatch(text, SIGNATURE)) {
      const end = index + match.length;
      spans.push({ start: end - signature.length, end, kind: "signature" });
    }
    return spans;
  },
};

/** The length is bounded: `://` may be repeated, and each one is looked at. */
const LOGIN = /:\/\/([^\s/?#"'<>`]{1,400})@/g;
const SIGNATURE = /[?&](?:x-[a-z]{1,8}-)?sig(?:nature)?=([\w%.~+/=-]{16,})/gi;
const LEAST_LONE_TOKEN = 16;

/** The password, or all of it where the name is too long and odd to be one: some services take a token in its place. */
function secretOf(login: string): string | undefined {
  const [name = ""] = login.split(":", 1);
  if (name.length >= LEAST_LONE_TOKEN && /\d/.test(name)) return login;
  return name === login ? undefined : login.slice(name.length + 1);
}

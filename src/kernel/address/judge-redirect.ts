import type { UrlObjection, UrlVerdict } from "./judge-url.ts";
import { tryParseUrl } from "./try-parse-url.ts";
import { hostOf } from "./web-policy.ts";

/** One answer that points elsewhere. */
export interface Redirect {
  /** The URL that was asked for, before any change to https. */
  readonly asked: string;
  /** The URL that was really requested; `location` is relative to it. */
  readonly sent: string;
  readonly location: string;
  /** How many redirects were followed before this one. */
  readonly followed: number;
}

/** What to do about a redirect. */
export type RedirectStep =
  | { readonly kind: "follow"; readonly url: string }
  | { readonly kind: "hand-back"; readonly url: string }
  | ({ readonly kind: "refuse"; readonly url: string } & UrlObjection);

/** The most redirects one fetch follows. */
export const MOST_REDIRECTS = 5;

/** Judges a redirect: the same host is followed, another one is the caller's to decide about. */
export function judgeRedirect(redirect: Redirect, judge: (url: string) => UrlVerdict): RedirectStep {
  const { asked, sent, location, followed } = redirect;
  const to = tryParseUrl(location, sent);
  if (to === undefined) return refuse(location, "malformed", "it is not a URL");
  const judged = judge(to.href);
  if (judged.verdict === "block") return refuse(to.href, judged.rule, judged.reason);
  const { url, host } = judged.target;
  const from = new URL(asked);
  if (host !== hostOf(from)) return { kind: "hand-back", url: url.href };
  if (judged.verdict === "confirm") return refuse(url.href, judged.rule, judged.reason);
  if (from.protocol === "https:" && url.protocol === "http:") {
    return refuse(url.href, "downgrade", "it leads from https to plain http");
  }
  if (followed >= MOST_REDIRECTS) {
    return refuse(url.href, "too-many-redirects", `${MOST_REDIRECTS} redirects were followed already`);
  }
  return { kind: "follow", url: url.href };
}

function refuse(url: string, rule: UrlObjection["rule"], reason: string): RedirectStep {
  return { kind: "refuse", url, rule, reason };
}

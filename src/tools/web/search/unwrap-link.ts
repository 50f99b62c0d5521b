/** The address a link of a result page really leads to; undefined when that is no web page. */
export function unwrapLink(written: string, base: string): string | undefined {
  let url = URL.canParse(written, base) ? new URL(written, base) : undefined;
  for (let round = 0; url !== undefined && round < MOST_WRAPPINGS; round += 1) {
    const inner = targetIn(url);
    if (inner === undefined) break;
    url = URL.canParse(inner, url.href) ? new URL(inner, url) : undefined;
  }
  return url?.protocol === "https:" || url?.protocol === "http:" ? url.href : undefined;
}

const MOST_WRAPPINGS = 4;

/** Search sites send readers through an address of their own that names the page in a parameter. */
const WRAPPERS: readonly {
  readonly host: RegExp;
  readonly path: RegExp;
  readonly parameters: readonly string[];
}[] = [
  { host: /(?:^|\.)duckduckgo\.com$/, path: /^\/l\/?$/, parameters: ["uddg"] },
  { host: /(?:^|\.)google\.[a-z.]{2,6}$/, path: /^\/url$/, parameters: ["q", "url"] },
  { host: /(?:^|\.)bing\.com$/, path: /^\/ck\/a$/, parameters: ["u"] },
  { host: /(?:^|\.)startpage\.com$/, path: /^\/(?:rd|do)\//, parameters: ["url"] },
];

function targetIn(url: URL): string | undefined {
  const wrapper = WRAPPERS.find(({ host, path }) => host.test(url.hostname) && path.test(url.pathname));
  const value = wrapper?.parameters.map((name) => url.searchParams.get(name)).find((found) => found !== null);
  return value?.startsWith("a1") === true
    ? Buffer.from(value.slice(2), "base64url").toString("utf8")
    : (value ?? undefined);
}

/** A tool's name as people spell it: `web_fetch`, `web-fetch` and `WebFetch` are the same. */
export function canonicalName(name: string): string {
  return name.toLowerCase().replaceAll(/[_-]/g, "");
}

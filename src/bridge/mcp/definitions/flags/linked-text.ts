import { type Finding, found } from "./flag.ts";

/** Addresses that carry something away when they are opened or shown: links and images with a query. */
export function linkedText(text: string): readonly Finding[] {
  if (!text.includes("?") && !text.includes("{")) return [];
  for (const match of text.matchAll(ADDRESS)) {
    if (isShown(text, match.index) || !HARMLESS.test(match[1] ?? "")) return found("link-with-query", match);
  }
  return [];
}

const ADDRESS =
  /(?:(?:https?:|wss?:|ftp:)?\/\/|(?<![\w./@-])(?=[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}\/))([\w.-]{1,200}(?::\d{1,5})?)(?:\/[^\s?#"'<>()]{0,500})?(?:\?[^\s"'<>()=]{1,100}=|\/?(?:\{|\$\{|%s)[^\s"'<>()]{0,100})/gi;

/** Nothing leaves the machine by these, or they are the names that everybody takes for an example. */
const HARMLESS = /^(?:localhost|127\.\d+\.\d+\.\d+|(?:www\.)?example\.(?:com|org|net))(?::\d+)?$/i;

/** What is shown is fetched without anybody opening it, so that no image is a mere example. */
function isShown(text: string, at: number): boolean {
  return /(?:!\[[^\]]{0,200}\]\(\s*<?|\bsrc\s*=\s*["']?)$/i.test(text.slice(Math.max(0, at - 250), at));
}

import { type Finding, found } from "./flag.ts";

/** Addresses that carry something away when they are opened or shown: links and images with a query. */
export function linkedText(text: string): readonly Finding[] {
  if (!text.includes("?") && !text.includes("{")) return [];
  for (const match of text.matchAll(ADDRESS)) {
    if (!HARMLESS.test(match[1] ?? "")) return found("link-with-query", match);
  }
  return [];
}

const ADDRESS =
  /(?:(?:https?:|wss?:|ftp:)?\/\/|(?<![\w./@-])(?=[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}\/))([\w.-]{1,200}(?::\d{1,5})?)(?:\/[^\s?#"'<>()]{0,500})?(?:\?[^\s"'<>()=]{1,100}=|\/?(?:\{|\$\{|%s)[^\s"'<>()]{0,100})/gi;

/** Nobody can register these, and nobody else is reached by them. */
const HARMLESS =
  /(?:^|\.)(?:example\.(?:com|org|net)|example|test|invalid|localhost|local)(?::\d+)?$|^(?:127\.|10\.|192\.168\.)/i;

import { z } from "zod";
import { calls, defineTool, textResult, urlFault } from "../../../kernel/index.ts";
import { fetchPage, MOST_BYTES } from "./fetch-page.ts";
import { showPage } from "./show-page.ts";

const input = z.strictObject({
  url: z.string().min(1).describe("Address of the page, with http:// or https://."),
  format: z
    .enum(["markdown", "text", "raw"])
    .optional()
    .describe("How to show a web page: markdown (default), plain text, or its source."),
  maxBytes: z
    .int()
    .positive()
    .optional()
    .describe(`Most bytes of the page to take, 1048576 by default, at most ${MOST_BYTES}.`),
});

/** Fetches one page of the public web and shows it as a person would read it. */
export const webfetch = defineTool({
  name: "webfetch",
  path: "world.tools.web.fetch",
  title: "Fetch URL",
  summary: "Fetch a web page as Markdown, text or source",
  description:
    "Fetch a page of the public web. Web pages come as Markdown of their main content (or as text, or raw), other text as " +
    "it is, PDFs and images as the read tool shows them; other files are kept under a handle. http is upgraded to https; a " +
    "redirect to another host is reported, not followed; pages are remembered for 15 minutes.",
  input,
  effects: [calls("network")],
  trust: "L1",
  touches: ({ url }) => [{ kind: "url", url, op: "fetch" }],
  async run({ url, format = "markdown", maxBytes }, ctx) {
    const judged = ctx.net.judge(url);
    if (judged.verdict !== "allow") throw urlFault(url, judged);
    const { href } = judged.target.url;
    const fetched = await ctx.state.cache.get(
      `webfetch ${maxBytes ?? ""} ${href}`,
      (cancel) => fetchPage(href, { ...ctx, cancel, maxBytes }),
      ctx.cancel,
    );
    if (fetched.kind === "page") return showPage(fetched, { asked: href, format }, ctx);
    return textResult(
      `${href} redirects to another host: ${fetched.to}\nNothing was sent there. To follow it, call webfetch with that URL.`,
    );
  },
});

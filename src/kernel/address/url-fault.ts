import { Fault } from "../fault.ts";
import type { UrlObjection, UrlRule } from "./judge-url.ts";

/** The fault for a URL that is not fetched, with what would work. */
export function urlFault(url: string, { rule, reason }: UrlObjection): Fault {
  const code = rule === "malformed" || rule === "scheme" ? "invalid_input" : "denied_policy";
  return new Fault(code, `${shown(url)} is not fetched: ${reason}.`, { hint: hintFor(rule, url) });
}

const MOST_SHOWN = 300;

function shown(url: string): string {
  const plain = url.replace(/^([a-z]+:\/\/)[^/?#\\]*@/i, "$1");
  return plain.length > MOST_SHOWN ? `${plain.slice(0, MOST_SHOWN)}…` : plain;
}

function hintFor(rule: UrlRule, url: string): string | undefined {
  switch (rule) {
    case "malformed":
      return URL.canParse(`https://${url}`) && url.includes(".")
        ? `Did you mean https://${shown(url.trim())}?`
        : "Give a whole URL with scheme and host, such as https://example.com/page.";
    case "scheme":
      return "Use an http or https URL; files of the workspace are for the read tool.";
    case "too-long":
      return "Use a shorter URL.";
    case "credentials":
      return "Leave the user name and password out.";
    case "secret":
      return "Leave the secret out: whoever runs that host would learn it.";
    case "not-public":
    case "local-name":
      return "Only public hosts are fetched. The user can open this one by naming it in web.allowPrivate of their own configuration.";
    case "no-answer":
      return "Check the spelling of the host.";
    case "port":
      return "Use the page's address on a usual port.";
    case "too-many-redirects":
      return "The pages may point at each other; fetch the one you need by its own URL.";
    case "downgrade":
      return "Call webfetch with that http URL yourself if plain http is acceptable.";
    case "mixed-scripts":
      return "Check where this URL comes from; write the host in one script.";
    case "not-on-list":
      return "Use one of the hosts the operator allows.";
    case "platform-endpoint":
    case "platform-name":
    case "public":
    case "opened":
      return undefined;
  }
}

import { spawn } from "node:child_process";
import { Fault } from "../../kernel/index.ts";

/** The program that shows a page, and what stands before its address. */
const OPENERS: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ["open"],
  // Not `start`, to which & and % in an address mean something.
  win32: ["rundll32", "url.dll,FileProtocolHandler"],
};

/** The address of a page that may be shown to a person: other people's servers name it, and it must lead to the web. */
export function pageAddress(url: string): string {
  const page = URL.canParse(url) ? new URL(url) : undefined;
  if (page !== undefined && ["https:", "http:"].includes(page.protocol)) return page.href;
  throw new Fault("denied_policy", "The server names something that is no page to sign in at.", {
    hint: "Ask whoever runs the server.",
  });
}

/** Shows a page in the person's browser and does not wait; says whether a program for that could be started. */
export function openBrowser(url: string, platform: NodeJS.Platform = process.platform): Promise<boolean> {
  const [program, ...before] = OPENERS[platform] ?? ["xdg-open"];
  return new Promise((settle) => {
    const child = spawn(program, [...before, pageAddress(url)], { stdio: "ignore", detached: true });
    child.once("error", () => settle(false));
    child.once("spawn", () => {
      child.unref();
      settle(true);
    });
  });
}

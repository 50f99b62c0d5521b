import { lookup } from "node:dns/promises";
import { Fault, judgeAnswer, urlFault, type WebTarget } from "../../kernel/index.ts";
import type { LocalNetOptions, Resolve } from "./local-net.ts";
import { type Bounds, tooSlow } from "./watch.ts";

/** The addresses a target may be connected to; a literal one was judged with its URL and is not looked up. */
export async function checkedAddresses(
  target: WebTarget,
  { resolve = lookUp }: Pick<LocalNetOptions, "resolve">,
  { watch, limits }: Bounds,
): Promise<readonly string[]> {
  if (target.isLiteral) return [target.host];
  const addresses = await watch.within(limits.connectMs, resolve(target.host), () =>
    tooSlow(`Looking up ${target.host}`, limits.connectMs),
  );
  const objection = judgeAnswer(target, addresses);
  if (objection !== undefined) throw urlFault(target.url.href, objection);
  return addresses;
}

/** Asks the name service of this machine. */
export const lookUp: Resolve = async (name) => {
  try {
    return (await lookup(name, { all: true })).map(({ address }) => address);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "ENOTFOUND" || code === "ENODATA") return [];
    throw new Fault("unavailable", `${name} could not be looked up (${String(code ?? error)}).`, {
      hint: "The name service may be unreachable from here: try again later.",
      cause: error,
    });
  }
};

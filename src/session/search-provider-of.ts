import { Fault } from "../kernel/index.ts";
import type { SearchProvider } from "../tools/index.ts";
import type { SearchSettings } from "./config/config.ts";
import type { Environment } from "./config/config-places.ts";

/** Finds who answers websearch, as the configuration says; nothing where it is the usual one. */
export function searchProviderOf(
  settings: SearchSettings,
  env: Environment,
): (() => Promise<SearchProvider>) | undefined {
  return settings.provider === "duckduckgo" ? undefined : () => makeProvider(settings, env);
}

async function makeProvider(
  { provider, url, keyEnv }: SearchSettings,
  env: Environment,
): Promise<SearchProvider> {
  const { createBrave, createSearxng, createTavily } = await import("../tools/index.ts");
  if (provider === "searxng") return createSearxng({ baseUrl: url ?? "" });
  const options = { apiKey: keyFrom(provider, keyEnv, env), ...(url === undefined ? {} : { endpoint: url }) };
  return provider === "brave" ? createBrave(options) : createTavily(options);
}

function keyFrom(provider: string, name: string | undefined, env: Environment): string {
  const key = name === undefined ? undefined : env[name];
  if (key !== undefined && key !== "") return key;
  throw new Fault("unavailable", `${provider} needs a key, and ${name ?? "keyEnv"} is not set.`, {
    hint: `Set ${name ?? "the variable"} in the environment, or choose another web.search.provider.`,
  });
}

import { parsePlace } from "../../kernel/index.ts";

/** What tells the programs of a sandbox to go through the proxy at this URL. */
export function proxyEnvironment(proxyUrl: string, hosts: readonly string[] = []): Record<string, string> {
  const direct = OWN_MACHINE.filter((own) => !hosts.some((host) => parsePlace(host)?.host === own)).join(",");
  return {
    // Lower case for curl and git, upper case for the rest; curl reads http_proxy in lower case only.
    http_proxy: proxyUrl,
    https_proxy: proxyUrl,
    all_proxy: proxyUrl,
    no_proxy: direct,
    HTTP_PROXY: proxyUrl,
    HTTPS_PROXY: proxyUrl,
    ALL_PROXY: proxyUrl,
    NO_PROXY: direct,
    // A project's own settings would come before the general ones.
    npm_config_proxy: proxyUrl,
    npm_config_https_proxy: proxyUrl,
    npm_config_noproxy: direct,
    YARN_HTTP_PROXY: proxyUrl,
    YARN_HTTPS_PROXY: proxyUrl,
    NODE_USE_ENV_PROXY: "1",
  };
}

/** The sandbox's own loopback is reached directly, unless a person granted the machine's under that name. */
const OWN_MACHINE: readonly string[] = ["localhost", "127.0.0.1", "::1"];

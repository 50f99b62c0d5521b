import { createLocalPrograms } from "../../backends/index.ts";
import {
  type ConnectServer,
  createConnector,
  createOAuth,
  type OAuth,
  serverEnvironment,
  type TokenStore,
} from "../../bridge/index.ts";
import type { Environment } from "../config/config-places.ts";

/** The ways to servers. */
export interface Lines {
  readonly connect: ConnectServer;
  readonly signIn: OAuth["signIn"];
}

/** What the ways to servers are opened with. */
interface LinesOptions {
  readonly cwd: string;
  readonly env: Environment;
  readonly version: string;
  readonly tokens: TokenStore;
}

/** Opens the ways to servers: programs of this machine, addresses, and signing in there. */
export function openLines({ cwd, env, version, tokens }: LinesOptions): Lines {
  const { providerFor, signIn } = createOAuth({ tokens });
  const connect = createConnector({
    programs: createLocalPrograms({ workspace: cwd }),
    environment: serverEnvironment(env, {}),
    version,
    authProviderFor: providerFor,
  });
  return { connect, signIn };
}

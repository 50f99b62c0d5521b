import { childEnvironment } from "../local/child-environment.ts";

/** Where the host keeps things; inside, the usual places below the private home and /tmp are meant. */
const HOST_PLACES = ["TMPDIR", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"];

/** The environment of sandboxed commands: that of local ones, less what leads to places they do not have. */
export function sandboxEnvironment(home: string): Readonly<Record<string, string>> {
  const ours = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !HOST_PLACES.includes(name)),
  );
  return childEnvironment(ours, { HOME: home });
}

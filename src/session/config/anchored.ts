import { join, resolve } from "node:path";
import type { ConfigLayer } from "./config.ts";

/** The same settings with whole paths: relative ones start at a folder, and `~/` at the home. */
export function anchored(settings: ConfigLayer, folder: string, home: string | undefined): ConfigLayer {
  const whole = (path: string): string =>
    home !== undefined && /^~(?:\/|$)/.test(path) ? join(home, path.slice(1)) : resolve(folder, path);
  const { addDirs, addons, openapi } = settings;
  return {
    ...settings,
    ...(addDirs && { addDirs: addDirs.map(whole) }),
    ...(addons && { addons: addons.map(whole) }),
    ...(openapi && {
      openapi: openapi.map((api) => ({
        ...api,
        document: /^https:\/\//i.test(api.document) ? api.document : whole(api.document),
      })),
    }),
  };
}

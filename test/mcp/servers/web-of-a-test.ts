import { onTestFinished } from "vitest";
import { openV1Web, type V1Web } from "./open-v1-web.ts";
import { openV2Web, type V2Web } from "./open-v2-web.ts";

/** A server of the SDK's first version that closes with the test. */
export async function v1Web(): Promise<V1Web> {
  const web = await openV1Web();
  onTestFinished(() => web.close());
  return web;
}

/** A server of the SDK's second version that closes with the test. */
export async function v2Web(): Promise<V2Web> {
  const web = await openV2Web();
  onTestFinished(() => web.close());
  return web;
}

import { readFile, stat } from "node:fs/promises";
import { createLocalNet } from "../backends/index.ts";
import { Fault, type SaasGateway } from "../kernel/index.ts";
import type { Config } from "./config/config.ts";
import type { Environment } from "./config/config-places.ts";

/** The way to the services whose documents a configuration names; nothing is loaded before it is first used. */
export function openApiGateway({ openapi, web }: Config, env: Environment): SaasGateway {
  let opened: Promise<SaasGateway> | undefined;
  const open = async (): Promise<SaasGateway> => {
    const { createOpenApiGateway, loadOpenApiDocuments } = await import("../bridge/index.ts");
    const net = createLocalNet(web);
    const documents = loadOpenApiDocuments(openapi, { net, readFile: readDocument });
    return createOpenApiGateway({ documents, net, env: (name) => env[name] });
  };
  const gateway = (): Promise<SaasGateway> => (opened ??= open());
  return {
    discover: async (query, cancel) => (await gateway()).discover(query, cancel),
    execute: async (slug, input, cancel) => (await gateway()).execute(slug, input, cancel),
  };
}

const MOST_BYTES = 32 * 1024 * 1024;

async function readDocument(path: string): Promise<Uint8Array> {
  const facts = await stat(path);
  if (!facts.isFile()) throw new Fault("invalid_input", `${path} is no file.`);
  if (facts.size > MOST_BYTES)
    throw new Fault("invalid_input", `${path} is larger than ${MOST_BYTES} bytes.`);
  return readFile(path);
}

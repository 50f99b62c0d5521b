import { toNodeHandler } from "@modelcontextprotocol/node";
import { createMcpHandler, type CreateMcpHandlerOptions } from "@modelcontextprotocol/server";
import { type Fixture, newFixture } from "./fixture-tools.mjs";
import { openWeb, type Web } from "./open-web.ts";
import { createV2Server } from "./v2-server.mjs";

/** A server of the SDK's second version over Streamable HTTP. */
export interface V2Web extends Web {
  readonly url: string;
  readonly fixture: Fixture;
  /** The headers of every request that came. */
  readonly seen: readonly (readonly [method: string, headers: NodeJS.Dict<string | string[]>])[];
}

/** Serves the fixture without sessions, wherever but at `/old`, from where it has moved; modern clients and old ones alike unless told otherwise. */
export async function openV2Web(options: CreateMcpHandlerOptions = {}): Promise<V2Web> {
  const fixture = newFixture();
  const handler = createMcpHandler(() => createV2Server(fixture), options);
  fixture.changed = () => handler.notify.toolsChanged();
  const serve = toNodeHandler(handler);
  const seen: [string, NodeJS.Dict<string | string[]>][] = [];
  const web = await openWeb((request, response) => {
    seen.push([request.method ?? "", request.headers]);
    if (request.url?.startsWith("/old") === true) return response.writeHead(308, { location: "/mcp" }).end();
    void serve(request as Parameters<typeof serve>[0], response);
  });
  return {
    ...web,
    url: `${web.origin}/mcp`,
    fixture,
    seen,
    async close() {
      await handler.close();
      await web.close();
    },
  };
}

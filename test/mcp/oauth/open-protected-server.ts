import type { IncomingHttpHeaders } from "node:http";
import { toNodeHandler } from "@modelcontextprotocol/node";
import { createMcpHandler } from "@modelcontextprotocol/server";
import { newFixture } from "../servers/fixture-tools.mjs";
import { openWeb, type Web } from "../servers/open-web.ts";
import { createV2Server } from "../servers/v2-server.mjs";
import type { AuthorizationServer } from "./open-authorization-server.ts";

/** An MCP server that serves nobody without a token. */
export interface ProtectedServer extends Web {
  readonly url: string;
  /** The authorization servers that it names; a test may change them. */
  authorizationServers: readonly string[];
  /** Whose tokens it takes. */
  readonly seen: readonly { readonly url: string; readonly headers: IncomingHttpHeaders }[];
  /** What it says of itself otherwise; `undefined` leaves a field out. */
  description: Record<string, unknown>;
  /** Whether it says anything of itself. */
  isDescribed: boolean;
  /** Whether it fails when it is asked about itself. */
  isFailing: boolean;
}

/** Opens it in front of the fixture of the MCP tests. */
export async function openProtectedServer(issuer: AuthorizationServer): Promise<ProtectedServer> {
  const handler = createMcpHandler(() => createV2Server(newFixture()));
  const serve = toNodeHandler(handler);
  const seen: { url: string; headers: IncomingHttpHeaders }[] = [];
  const web = await openWeb((request, response) => {
    const { url = "", headers } = request;
    seen.push({ url, headers });
    if (url.startsWith("/.well-known/")) {
      const isHere = server.isDescribed && url === "/.well-known/oauth-protected-resource/mcp";
      response.writeHead(isHere && server.isFailing ? 503 : isHere ? 200 : 404, {
        "content-type": "application/json",
      });
      response.end(isHere ? JSON.stringify(description()) : "");
      return;
    }
    const token = headers.authorization?.replace(/^Bearer /, "") ?? "";
    const resource = server.isDescribed ? String(description()["resource"]) : server.url;
    if (issuer.accepts(token, resource)) {
      void serve(request as Parameters<typeof serve>[0], response);
      return;
    }
    const where = `${web.origin}/.well-known/oauth-protected-resource/mcp`;
    response
      .writeHead(401, { "www-authenticate": `Bearer resource_metadata="${where}", scope="tools"` })
      .end();
  });
  const server: ProtectedServer = {
    ...web,
    url: `${web.origin}/mcp`,
    authorizationServers: [issuer.origin],
    seen,
    description: {},
    isDescribed: true,
    isFailing: false,
    async close() {
      await handler.close();
      await web.close();
    },
  };
  return server;

  function description(): Record<string, unknown> {
    const { url: resource, authorizationServers: authorization_servers } = server;
    return { resource, authorization_servers, scopes_supported: ["tools"], ...server.description };
  }
}

/** Other people's tools: services described by OpenAPI documents, behind `saas-action`. */
export {
  createOpenApiGateway,
  type OpenApiGateway,
  type OpenApiGatewayOptions,
} from "./openapi/create-open-api-gateway.ts";
export {
  type DocumentReach,
  loadOpenApiDocuments,
  type OpenApiRow,
} from "./openapi/load-open-api-documents.ts";
export type { OpenApiCredential, OpenApiDiagnostic, OpenApiDocument } from "./openapi/open-api-document.ts";
export type { ConfigFiles, FoundFile } from "./mcp/config/config-files.ts";
export { mcpConfigPlaces, userMcpConfig } from "./mcp/config/config-places.ts";
export {
  type Consent,
  consentsByFlag,
  type ConsentStore,
  consentTo,
  type ConsentVerdict,
  createMemoryConsents,
  judgeConsent,
} from "./mcp/config/consent.ts";
export type {
  DeclaredServer,
  RemoteServer,
  ServerSettings,
  StdioServer,
} from "./mcp/config/declared-server.ts";
export {
  afterReload,
  diffServers,
  type ServerChange,
  type ServersDifference,
} from "./mcp/config/diff-servers.ts";
export { importFrom, type ImportOptions } from "./mcp/config/import-from.ts";
export { loadMcpConfig, loadSessionMcp, type McpConfigOptions } from "./mcp/config/load-mcp-config.ts";
export {
  type McpDiagnostic,
  type McpDiagnosticKind,
  mcpDiagnosticLine,
} from "./mcp/config/mcp-diagnostic.ts";
export { type McpHost, OTHER_HOSTS } from "./mcp/config/mcp-host.ts";
export type { McpOrigin, McpServer, McpSource, UnusableServer } from "./mcp/config/mcp-server.ts";
export type { LoadedMcpConfig } from "./mcp/config/merge-places.ts";
export { rowHash, shownRow } from "./mcp/config/row-hash.ts";
export { type ConfigWatch, watchConfig, type WatchOptions } from "./mcp/config/watch-config.ts";
export { withServers, writtenRow } from "./mcp/config/written-row.ts";

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
export { rowSecrets } from "./mcp/config/row-secrets.ts";
export { type ConfigWatch, watchConfig, type WatchOptions } from "./mcp/config/watch-config.ts";
export { withServers, writtenRow } from "./mcp/config/written-row.ts";
export type { PinnedServer, PinnedTool, PinScope, PinStore } from "./mcp/definitions/pins.ts";
export type { ServerMemory, ServerMemoryStore } from "./mcp/server-memory.ts";
export {
  createMemoryTokens,
  type OAuthClient,
  type OAuthTokenSet,
  type SignedIn,
  type TokenScope,
  type TokenStore,
} from "./mcp/oauth/token-store.ts";
export { createOAuth, type OAuth, type OAuthOptions } from "./mcp/oauth/create-oauth.ts";
export type { OAuthRegistration } from "./mcp/oauth/registration.ts";
export type { SignInOptions, SignInPage } from "./mcp/oauth/sign-in.ts";
export { createFleet, type FleetOptions } from "./mcp/fleet/create-fleet.ts";
export type {
  ConnectServer,
  Fleet,
  FleetListener,
  FleetRow,
  FleetServer,
  Listing,
  ServerState,
} from "./mcp/fleet/fleet.ts";
export type { FleetLimits } from "./mcp/fleet/fleet-limits.ts";
export { fleetStatus } from "./mcp/fleet/fleet-status.ts";
export { remoteTool, type RemoteToolSpec, type VerifiedConnection } from "./mcp/remote-tool.ts";
export { type ConnectorOptions, createConnector } from "./mcp/wire/create-connector.ts";
export type {
  ConnectionEnd,
  McpConnection,
  RawResult,
  RememberedRevision,
  RequestOptions,
  ServerList,
} from "./mcp/wire/mcp-connection.ts";
export { NeedsSignIn } from "./mcp/wire/needs-sign-in.ts";
export { serverEnvironment } from "./mcp/wire/stdio/server-environment.ts";
export { acceptServer, acceptTools, pinAll } from "./mcp/definitions/accept.ts";
export {
  type ExaminedListing,
  type ExaminedTool,
  examineListing,
  type ListingToExamine,
} from "./mcp/definitions/examine-listing.ts";
export type { Flag, FlagKind } from "./mcp/definitions/flags/flag.ts";
export type { OtherTools } from "./mcp/definitions/flags/other-tools.ts";
export {
  type JudgedListing,
  type JudgedTool,
  judgeListing,
  type ServerStanding,
  type ToolStanding,
} from "./mcp/definitions/judge-listing.ts";
export { projectSchema, type SchemaProjection } from "./mcp/definitions/schema/project-schema.ts";
export type { SchemaProvider } from "./mcp/definitions/schema/provider-dialect.ts";
export {
  recallListing,
  rememberListing,
  type RememberedListing,
  type RememberedTool,
} from "./mcp/definitions/remembered-listing.ts";
export { showDifference, showTextDifference } from "./mcp/definitions/show-difference.ts";
export type { RejectedEntry } from "./mcp/definitions/sort-by-name.ts";
export { blockFromRemote } from "./mcp/results/block-from-remote.ts";
export { resourceResult } from "./mcp/results/resource-result.ts";
export { resultFromRemote } from "./mcp/results/result-from-remote.ts";
export { attachBridgeCapabilities, type AttachResult } from "./mcp/attach/attach-bridge-capabilities.ts";
export type { AttachDeps, BridgedCapability } from "./mcp/attach/mount-bridge.ts";
export { bridgeBoxToCapabilities } from "./mcp/attach/bridge-box-to-capabilities.ts";
export { bridgeCapabilityCard, type BridgeCard } from "./mcp/attach/bridge-capability-card.ts";
export { bridgeConfig, type BridgeConfig } from "./mcp/attach/bridge-config.ts";
export { BridgeFault } from "./mcp/attach/bridge-fault.ts";
export { bridgeStatus, bridgeToolCounts, bridgeToolNames, bridgeTools } from "./mcp/attach/bridge-status.ts";
export { detachBridge } from "./mcp/attach/detach-bridge.ts";

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

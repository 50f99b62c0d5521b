/** Where a credential comes from: environment variables by name, never a value. */
export type OpenApiCredential =
  | { readonly env: string }
  | { readonly userEnv: string; readonly passwordEnv: string };

/** One OpenAPI document, and how its service is to be reached. */
export interface OpenApiDocument {
  /** What its actions are grouped under; made from the document's title when absent. */
  readonly toolkit?: string | undefined;
  /** JSON or YAML text, what such text parses to, or a way to read the text when it is first needed. */
  readonly document: string | object | (() => Promise<string>);
  /** Where it came from: named in messages, and the base of relative server URLs when it is a URL. */
  readonly origin?: string | undefined;
  /** Stands in for every server the document names. */
  readonly server?: string | undefined;
  /** Credentials by the name of the document's security scheme. */
  readonly auth?: Readonly<Record<string, OpenApiCredential>> | undefined;
  /** Headers sent with every request to the document's server. */
  readonly headers?: Readonly<Record<string, { readonly env: string }>> | undefined;
  readonly timeoutMs?: number | undefined;
  /** The most bytes of an answer. */
  readonly maxBytes?: number | undefined;
}

/** Something in a document that could not be used; the rest of it, and other documents, are not affected. */
export interface OpenApiDiagnostic {
  /** The document, by its origin, toolkit or number. */
  readonly document: string;
  /** Where in it, such as `paths./pets.get`; empty when all of it is meant. */
  readonly place: string;
  readonly message: string;
}

import { commandWord } from "../../../kernel/index.ts";
import type { McpServer } from "./mcp-server.ts";

/** What a person said yes to: one row, in one workspace. */
export interface Consent {
  readonly hash: string;
  /** The same row in another workspace may start another program. */
  readonly workspace: string;
  readonly server: string;
  /** When, as ISO 8601. */
  readonly at: string;
}

/** Where consents are kept, outside of every workspace. Contract: a consent that was granted is found by the next `list`. */
export interface ConsentStore {
  list(): Promise<readonly Consent[]>;
  grant(consent: Consent): Promise<void>;
  /** Takes back every consent to a server in a workspace. */
  withdraw(workspace: string, server: string): Promise<void>;
}

/** Whether a server may be started, and by whose word. */
export type ConsentVerdict =
  | { readonly verdict: "given"; readonly by: "user-file" | "flag" | "person"; readonly at?: string }
  | {
      readonly verdict: "pending";
      readonly reason: string;
      /** The newest consent to an earlier form of the row. */
      readonly earlier?: Consent;
    };

/** Judges whether somebody consented to this exact row. */
export function judgeConsent({ id, hash, source }: McpServer, consents: readonly Consent[]): ConsentVerdict {
  if (source.origin === "user") return { verdict: "given", by: "user-file" };
  const here = consents.filter(({ workspace, server }) => workspace === source.workspace && server === id);
  const given = here.find((consent) => consent.hash === hash);
  if (given !== undefined) {
    return { verdict: "given", by: source.origin === "named" ? "flag" : "person", at: given.at };
  }
  const earlier = here.toSorted((a, b) => (a.at < b.at ? 1 : -1))[0];
  const start =
    earlier === undefined
      ? "nobody has approved it yet"
      : `it has changed since it was approved on ${earlier.at}`;
  return {
    verdict: "pending",
    reason: `${start}; \`deckhand mcp approve ${commandWord(id)}\` shows the row and approves it`,
    ...(earlier === undefined ? {} : { earlier }),
  };
}

/** The consent of approving a server as it stands. */
export function consentTo({ id, hash, source }: McpServer, at: Date): Consent {
  return { hash, workspace: source.workspace, server: id, at: at.toISOString() };
}

/** What `--mcp` consents to: the rows as they were when the session began, for as long as it lasts. */
export function consentsByFlag(servers: readonly McpServer[], at: Date): readonly Consent[] {
  return servers.filter(({ source }) => source.origin === "named").map((server) => consentTo(server, at));
}

/** Consents that are kept in memory. */
export function createMemoryConsents(first: readonly Consent[] = []): ConsentStore {
  let consents = first;
  return {
    list: async () => consents,
    grant: async (consent) => {
      const isOther = ({ hash, workspace }: Consent): boolean =>
        hash !== consent.hash || workspace !== consent.workspace;
      consents = [...consents.filter(isOther), consent];
    },
    withdraw: async (workspace, server) => {
      consents = consents.filter((consent) => consent.workspace !== workspace || consent.server !== server);
    },
  };
}

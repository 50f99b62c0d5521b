/** What a step of the call path thinks of a call; a mark goes into the audit trail once the call runs. */
export type Decision =
  | { readonly verdict: "allow"; readonly mark?: string }
  | {
      readonly verdict: "ask";
      readonly reason: string;
      readonly mark?: string;
      /** Set when no standing yes may answer it. */
      readonly everyTime?: true;
    }
  | {
      readonly verdict: "deny";
      readonly code: "denied_scope" | "denied_mode" | "denied_policy" | "denied_trust" | "denied_proof";
      readonly reason: string;
      readonly hint?: string;
    };

/** Lets a call through. */
export const ALLOW: Decision = { verdict: "allow" };

/** One thing that was looked at: how it does, in a sentence, and how to mend it. */
export interface Check {
  readonly name: string;
  readonly state: "ok" | "warn" | "fail";
  readonly says: string;
  readonly mend?: string | undefined;
}

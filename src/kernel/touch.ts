/** One thing a call is about to reach for, known before it runs. */
export type Touch =
  | {
      readonly kind: "path";
      readonly path: string;
      readonly op: "read" | "list" | "write" | "create" | "delete";
    }
  /** What is started goes on after the call. */
  | {
      readonly kind: "command";
      readonly command: string;
      readonly op: "run" | "start";
      /** The folder it runs in; the working directory when absent. */
      readonly cwd?: string | undefined;
    }
  | { readonly kind: "url"; readonly url: string; readonly op: "fetch" };

import { commandWord, Fault } from "../../../kernel/index.ts";

/** A server wants a person to sign in before it serves anything. */
export class NeedsSignIn extends Fault {
  override readonly name = "NeedsSignIn";
  readonly server: string;
  /** What the sign-in has to allow beside what it allowed before, where the server says so. */
  readonly scope: string | undefined;

  /** `reason` is a sentence without its end, for when it is not simply that nobody has signed in yet. */
  constructor(
    server: string,
    options: { readonly reason?: string; readonly scope?: string | undefined; readonly cause?: unknown } = {},
  ) {
    const { reason = `The server "${server}" wants you to sign in`, cause } = options;
    const more = options.scope === undefined ? "" : ` --scope ${commandWord(options.scope)}`;
    super("unavailable", `${reason}: run \`deckhand mcp connect ${commandWord(server)}${more}\`.`, { cause });
    this.server = server;
    this.scope = options.scope;
  }
}

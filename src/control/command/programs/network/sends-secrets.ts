import type { ProgramFacts } from "../../program-facts.ts";
import type { Word } from "../../simple-command.ts";
import type { Call } from "../arguments/describe.ts";
import { found } from "../arguments/facts.ts";
import { upstream } from "../arguments/input-stream.ts";
import { namesSecretFile, printsSecrets } from "../system/secret-named.ts";

/** Whether a program of the network is given secrets: in a file, in its words or on its input. */
export function sendsSecrets({ command }: Call, sent: readonly Word[]): ProgramFacts {
  const inputs = command.redirects.filter(({ op }) => op === "read").map(({ target }) => target);
  const file = command.input.kind === "file" ? [command.input.path] : [];
  const isSecret =
    [...sent, ...inputs, ...file].some(namesSecretFile) || upstream(command.input).some(printsSecrets);
  return isSecret ? found("secret.sent") : {};
}

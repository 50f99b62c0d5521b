import { sensitiveReason } from "../../../policy/sensitive-reason.ts";
import { isSecretName } from "../../../redact/secret-name.ts";
import type { SimpleCommand, Word } from "../../simple-command.ts";

/** Whether a variable's name says that it holds a secret, or cannot be told. */
export function secretNamed({ text }: Word): boolean {
  return text === undefined || (isSecretName(text) && !text.endsWith("PWD"));
}

/** Whether a word, or a substitution in it, names a file that holds secrets. */
export function namesSecretFile({ text, source }: Word): boolean {
  const names = `${text ?? ""} ${source}`.split(/[\s"'`$(){}<>|;&=@,]+/).filter((name) => name !== "");
  return names.some((name) => sensitiveReason(name, "read") !== undefined);
}

/** Whether a command prints secrets: a file that holds some, or all variables. */
export function printsSecrets(command: SimpleCommand): boolean {
  const [program, ...args] = command.words;
  const name = program?.text?.split("/").at(-1);
  if (
    (name === "env" || name === "printenv" || name === "set" || name === "export") &&
    args.every(({ text }) => text?.startsWith("-") === true)
  )
    return true;
  if (name === "echo" || name === "printf") return false;
  const inputs = command.redirects.filter(({ op }) => op === "read").map(({ target }) => target);
  return [...args, ...inputs, ...(command.input.kind === "file" ? [command.input.path] : [])].some(
    namesSecretFile,
  );
}

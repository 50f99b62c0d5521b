/** What a secret is called where any text can be one. */
export const PASSWORD_NAMES = "passwords?|passwd|passphrase|pwd|secrets?";

/** What a secret is called where one is made by a machine. */
export const TOKEN_NAMES =
  "token|credentials?|_auth|(?:api|app|aws|access|auth|deploy|hmac|jwt|storage|webhook|private|secret|signing|encryption|account|client|master|license|service|shared)[-_]?key";

/** Tells whether the value of a field of this name is a secret. */
export function isSecretName(name: string): boolean {
  return name.length <= LONGEST && FIELD.test(name);
}

/** Tells whether what follows this argument of a command is a secret. */
export function isSecretFlag(argument: string): boolean {
  return argument.length <= LONGEST && FLAG.test(argument);
}

const LONGEST = 80;
const FIELD = new RegExp(`(?:authorization|cookie|${PASSWORD_NAMES}|${TOKEN_NAMES})$`, "i");
const FLAG = new RegExp(`^--?[\\w-]*(?:${PASSWORD_NAMES}|${TOKEN_NAMES})$`, "i");

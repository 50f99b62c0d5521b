/** Programs that may be used without being asked about, unless configured otherwise. */
export const DEFAULT_ALLOWED_COMMANDS: readonly string[] = Object.freeze(["git", "npm", "pytest", "mypy"]);

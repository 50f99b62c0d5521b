import { HARMLESS_VARIABLES, isLocaleVariable, USUAL_PATH } from "../../kernel/index.ts";

/** What a command may know of the environment Deckhand itself runs in. */
const INHERITED = [
  ...HARMLESS_VARIABLES,
  "CARGO_HOME",
  "RUSTUP_HOME",
  "GOPATH",
  "GOROOT",
  "JAVA_HOME",
  "VIRTUAL_ENV",
];

/** Nobody watches and nobody answers: no pagers, no prompts, no editors, no colours, no buffering. */
const UNATTENDED = {
  TERM: "dumb",
  NO_COLOR: "1",
  CLICOLOR: "0",
  PAGER: "cat",
  GIT_PAGER: "cat",
  MANPAGER: "cat",
  SYSTEMD_PAGER: "cat",
  PSQL_PAGER: "cat",
  AWS_PAGER: "",
  // An editor that changes nothing: default messages are taken, a commit without a message fails at once.
  EDITOR: "true",
  VISUAL: "true",
  GIT_EDITOR: "true",
  GIT_SEQUENCE_EDITOR: "true",
  GIT_TERMINAL_PROMPT: "0",
  GCM_INTERACTIVE: "never",
  DEBIAN_FRONTEND: "noninteractive",
  PIP_NO_INPUT: "1",
  PIP_DISABLE_PIP_VERSION_CHECK: "1",
  COMPOSER_NO_INTERACTION: "1",
  HOMEBREW_NO_AUTO_UPDATE: "1",
  npm_config_progress: "false",
  npm_config_update_notifier: "false",
  PYTHONUNBUFFERED: "1",
};

/** The environment of a command: an allow-listed part of ours, and what is added on purpose. */
export function childEnvironment(
  ours: Readonly<Record<string, string | undefined>>,
  ...added: readonly (Readonly<Record<string, string>> | undefined)[]
): Record<string, string> {
  const inherited = Object.entries(ours).flatMap(([name, value]) =>
    value !== undefined && (INHERITED.includes(name) || isLocaleVariable(name))
      ? [[name, value] as const]
      : [],
  );
  return Object.assign({ PATH: USUAL_PATH }, Object.fromEntries(inherited), UNATTENDED, ...added);
}

/** What a command may know of the environment Deckhand itself runs in; secrets live in the rest. */
const INHERITED = [
  "PATH",
  "HOME",
  "USER",
  "LOGNAME",
  "SHELL",
  "LANG",
  "LANGUAGE",
  "TZ",
  "TMPDIR",
  "SSL_CERT_FILE",
  "SSL_CERT_DIR",
];

/** Nobody watches: no pagers, no prompts, no colours. */
const UNATTENDED = {
  TERM: "dumb",
  PAGER: "cat",
  GIT_PAGER: "cat",
  GIT_TERMINAL_PROMPT: "0",
  NO_COLOR: "1",
  DEBIAN_FRONTEND: "noninteractive",
};

const USUAL_PATH = "/usr/local/bin:/usr/bin:/bin";

/** The environment of a command: an allow-listed part of ours, and what is added on purpose. */
export function childEnvironment(
  ours: Readonly<Record<string, string | undefined>>,
  ...added: readonly (Readonly<Record<string, string>> | undefined)[]
): Record<string, string> {
  const inherited = Object.entries(ours).flatMap(([name, value]) =>
    value !== undefined && (INHERITED.includes(name) || name.startsWith("LC_"))
      ? [[name, value] as const]
      : [],
  );
  return Object.assign({ PATH: USUAL_PATH }, Object.fromEntries(inherited), UNATTENDED, ...added);
}

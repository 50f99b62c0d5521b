/** Variables of our environment that any program may know; secrets live in the rest. */
export const HARMLESS_VARIABLES: readonly string[] = [
  "PATH",
  "HOME",
  "USER",
  "LOGNAME",
  "SHELL",
  "LANG",
  "LANGUAGE",
  "TZ",
  "TMPDIR",
  "XDG_CACHE_HOME",
  "XDG_CONFIG_HOME",
  "XDG_DATA_HOME",
  "NODE_EXTRA_CA_CERTS",
  "SSL_CERT_FILE",
  "SSL_CERT_DIR",
];

const LOCALE =
  /^LC_(?:ALL|ADDRESS|COLLATE|CTYPE|IDENTIFICATION|MEASUREMENT|MESSAGES|MONETARY|NAME|NUMERIC|PAPER|TELEPHONE|TIME)$/;

/** Tells the variables of the locale, only by names that mean something: people send anything else through `LC_…` to get it past ssh. */
export function isLocaleVariable(name: string): boolean {
  return LOCALE.test(name);
}

/** Where programs are found when the environment does not say. */
export const USUAL_PATH = "/usr/local/bin:/usr/bin:/bin";

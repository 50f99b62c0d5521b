import { resolve } from "node:path";
import { showInvisible, stripTerminalEscapes } from "../../kernel/index.ts";
import type { ConfigDiagnostic, ConfigLayer, ConfigRequest } from "../../session/index.ts";
import { folder, type SessionFlags } from "./session-flags.ts";
import type { Terminal } from "./terminal.ts";

/** What the flags mean for the configuration to load; every path is relative to where the person is. */
export function configRequestOf({
  cwd = ".",
  config,
  profile,
  tools,
  deferred,
  addDir,
  trust,
}: SessionFlags): ConfigRequest {
  return {
    cwd: folder(cwd),
    ...(config === undefined ? {} : { configFile: resolve(config) }),
    flags: {
      // Loading the configuration checks the name.
      ...(profile === undefined ? {} : { profile: profile as Exclude<ConfigLayer["profile"], undefined> }),
      // An empty list asks for nothing in particular.
      ...(tools === undefined || (tools !== false && tools.length === 0) ? {} : { tools }),
      ...(deferred === undefined ? {} : { deferred }),
      ...(trust === undefined ? {} : { trust }),
      ...(addDir === undefined ? {} : { addDirs: addDir.map(folder) }),
    },
  };
}

/** Tells a person what was ignored in their files. */
export function noteDiagnostics(diagnostics: readonly ConfigDiagnostic[], terminal: Terminal): void {
  for (const { file, line, key, message } of diagnostics) {
    const words = showInvisible(stripTerminalEscapes(`${file}:${line}: ${key}: ${message}`));
    terminal.note(`${terminal.paint("yellow", "ignored:", "note")} ${words}`);
  }
}

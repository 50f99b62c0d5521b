import { readFile, realpath } from "node:fs/promises";
import { type ApprovalRule, canonicalDigest } from "../../control/index.ts";
import { Fault } from "../../kernel/index.ts";
import { writeWhole } from "../../store/index.ts";
import { configPlaces, type ConfigSearch } from "./config-places.ts";

/** Adds a rule to the user's own file, where comments and everything else stay as they are; once is enough. */
export async function keepRule(rule: ApprovalRule, search: ConfigSearch): Promise<void> {
  const { user } = configPlaces(search);
  if (user === undefined) throw noFile();
  // A file that is a link stays one.
  const file = await realpath(user).catch(() => user);
  const text = await textOf(file);
  const { applyEdits, modify, parse } = await import("jsonc-parser");
  const held = rulesIn(parse(text));
  if (held.some((other) => canonicalDigest(other) === canonicalDigest(rule))) return;
  const formattingOptions = { insertSpaces: true, tabSize: 2, eol: "\n" };
  const next = applyEdits(text, modify(text, ["rules"], [...held, rule], { formattingOptions }));
  await writeWhole(file, next);
}

/** What is no list is left for the configuration's own check to complain about. */
function rulesIn(settings: { readonly rules?: unknown } | undefined): readonly unknown[] {
  return Array.isArray(settings?.rules) ? settings.rules : [];
}

async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return "{}\n";
    throw error;
  }
}

function noFile(): Fault {
  return new Fault("unavailable", "There is no user's configuration to write the rule into.", {
    hint: "Set HOME or XDG_CONFIG_HOME, or name a file with --config.",
  });
}

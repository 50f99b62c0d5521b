import ignore, { type Ignore } from "ignore";

/** The files that rules are read from; an earlier one has the last word over all later ones. */
const RULE_FILES = [".rgignore", ".ignore", ".gitignore"] as const;

/** The rules of one file, about everything below its folder. */
interface Layer {
  readonly folder: string;
  readonly rules: Ignore;
}

/** The rules in force in one folder: per kind of rule file, the nearest layer first. */
export type IgnoreRules = readonly (readonly Layer[])[];

/** With every further one, a rule takes as many times longer as a path has folders; nobody writes more. */
const MOST_CROSSINGS = 2;

/** Whether a rule goes across folders so often that a deep tree would take for ever. */
export function isSlowRule(rule: string): boolean {
  return rule.split("**/").length - 1 > MOST_CROSSINGS;
}

/** Reads a rule file; one that is missing or cannot be read is a failure. */
export type ReadRules = (path: string) => Promise<string>;

/** What rules say about an entry; `shown` means that one of them takes back what another hides. */
export type Verdict = "hidden" | "shown" | "unmentioned";

/** Asks the rules about an entry, given by its absolute path. */
export function judge(rules: IgnoreRules, path: string, isDirectory: boolean): Verdict {
  for (const layers of rules) {
    for (const layer of layers) {
      const { ignored, unignored } = ask(layer, path, isDirectory);
      if (ignored) return "hidden";
      if (unignored) return "shown";
    }
  }
  return "unmentioned";
}

/** The rules that the folders above a root impose on it. */
export async function rulesAbove(read: ReadRules, root: string): Promise<IgnoreRules> {
  const parts = root.split("/").slice(0, -1);
  const folders = parts.map((_, depth) => parts.slice(0, depth + 1).join("/"));
  let rules: IgnoreRules = RULE_FILES.map(() => []);
  for (const layers of await Promise.all(folders.map((folder) => layersOf(read, folder)))) {
    rules = withLayers(rules, layers);
  }
  return overruled(rules, root);
}

/** The rules in force inside a folder that holds these names. */
export async function rulesInside(
  read: ReadRules,
  rules: IgnoreRules,
  folder: string,
  names: readonly string[],
): Promise<IgnoreRules> {
  if (!RULE_FILES.some((name) => names.includes(name))) return rules;
  return withLayers(rules, await layersOf(read, folder, names));
}

/** The rules that are left once a folder is entered although some of them would hide it. */
export function overruled(rules: IgnoreRules, folder: string): IgnoreRules {
  return rules.map((layers) => layers.filter((layer) => !ask(layer, folder, true).ignored));
}

function ask(layer: Layer, path: string, isDirectory: boolean): { ignored: boolean; unignored: boolean } {
  return layer.rules.test(path.slice(layer.folder.length + 1) + (isDirectory ? "/" : ""));
}

function withLayers(rules: IgnoreRules, layers: readonly (Layer | undefined)[]): IgnoreRules {
  return rules.map((known, kind) => {
    const layer = layers[kind];
    return layer === undefined ? known : [layer, ...known];
  });
}

function layersOf(
  read: ReadRules,
  folder: string,
  names: readonly string[] = RULE_FILES,
): Promise<(Layer | undefined)[]> {
  return Promise.all(
    RULE_FILES.map(async (name) => {
      if (!names.includes(name)) return undefined;
      // A rule file that is missing, outside the roots or no file at all rules nothing.
      const text = await read(`${folder}/${name}`).catch(() => "");
      const lines = text.split("\n").filter((line) => !isSlowRule(line));
      return text === "" ? undefined : { folder, rules: ignore({ ignorecase: false }).add(lines) };
    }),
  );
}

import type { AskGit } from "../../backends/index.ts";

/** The settings of a repository, by their names as git spells them, with all their values in order. */
export type GitSettings = ReadonlyMap<string, readonly string[]>;

/** Reads every setting that holds in a folder; undefined when they cannot be read. Reading them runs nothing. */
export async function readGitSettings(cwd: string, ask: AskGit): Promise<GitSettings | undefined> {
  const { code, stdout } = await ask(["config", "--list", "-z"], { cwd });
  if (code !== 0) return undefined;
  const settings = new Map<string, string[]>();
  for (const entry of stdout.toString("utf8").split("\0").slice(0, -1)) {
    const end = entry.indexOf("\n");
    const [key, value] = end < 0 ? [entry, "true"] : [entry.slice(0, end), entry.slice(end + 1)];
    settings.set(key, [...(settings.get(key) ?? []), value]);
  }
  return settings;
}

/** What keeps git from handing files to the filters that a repository names. */
export function switchedOffFilters(settings: GitSettings): readonly (readonly [string, string])[] {
  const names = new Set([...settings.keys()].flatMap((key) => /^filter\.(.*)\.[^.]*$/s.exec(key)?.[1] ?? []));
  return [...names].flatMap((name) => [
    [`filter.${name}.clean`, ""] as const,
    [`filter.${name}.smudge`, ""] as const,
    [`filter.${name}.process`, ""] as const,
    [`filter.${name}.required`, "false"] as const,
  ]);
}

/** What a push does on its own accord, as refspecs: those of the remotes, and what other settings come to. */
export function pushRefspecs(settings: GitSettings, branch: string | undefined): readonly string[] {
  const configured = [...settings].flatMap(([key, values]) =>
    /^remote\..*\.push$/s.test(key) ? values : [],
  );
  const mirrors = [...settings].some(([key, values]) => /^remote\..*\.mirror$/s.test(key) && isTrue(values));
  const usual = settings.get("push.default")?.at(-1);
  const upstream = branch === undefined ? undefined : settings.get(`branch.${branch}.merge`)?.at(-1);
  return [
    ...configured,
    ...(mirrors ? ["+refs/*:refs/*"] : []),
    ...(usual === "matching" ? [":"] : []),
    ...((usual === "upstream" || usual === "tracking") && upstream !== undefined ? [`HEAD:${upstream}`] : []),
  ];
}

function isTrue(values: readonly string[]): boolean {
  return /^(?:true|yes|on|1)$/i.test(values.at(-1) ?? "");
}

/** One option of a git command. */
export interface GitOption {
  /** Its long name without `no-`, or its letter with a dash when it has no long name. */
  readonly name: string;
  readonly takes: "nothing" | "value" | "attached";
  /** Whether its plain spelling is the negative one, as `--no-verify` is. */
  readonly isNegative: boolean;
}

/** The options of a git command. */
export interface GitOptions {
  /** By every long spelling, the negative ones too. */
  readonly long: ReadonlyMap<string, GivenAs>;
  readonly short: ReadonlyMap<string, GitOption>;
  /** Whether a number is an option, as in `git log -5`. */
  readonly numbers: boolean;
}

/** What a long spelling means. */
export interface GivenAs {
  readonly option: GitOption;
  readonly negated: boolean;
}

/**
 * Reads options from the short form they are written down in: words such as `message,m=`. A letter follows a comma, `=` says that a value
 * follows, `?` that one may be attached, `#` is any number. Every long one also has its negative, as git sees it.
 */
export function gitOptions(...specs: readonly string[]): GitOptions {
  const long = new Map<string, GivenAs>();
  const short = new Map<string, GitOption>();
  const tokens = specs.join(" ").split(/\s+/).filter(Boolean);
  for (const token of tokens) {
    const [, spelled = "", letters = "", sign = ""] = /^([^,=?]*)((?:,[^,=?])*)([=?]?)$/.exec(token) ?? [];
    if (spelled === "#") continue;
    const option = optionOf(spelled, letters, sign);
    for (const letter of letters.replaceAll(",", "")) short.set(letter, option);
    if (spelled === "") continue;
    long.set(option.name, { option, negated: false });
    long.set(`no-${option.name}`, { option, negated: true });
  }
  return { long, short, numbers: tokens.includes("#") };
}

function optionOf(spelled: string, letters: string, sign: string): GitOption {
  const isNegative = spelled.startsWith("no-");
  const name = spelled === "" ? `-${letters.slice(1)}` : isNegative ? spelled.slice(3) : spelled;
  return { name, isNegative, takes: sign === "=" ? "value" : sign === "?" ? "attached" : "nothing" };
}

/** What can be completed. */
export interface CompletionWords {
  readonly commands: readonly string[];
  /** The words after a command that has commands of its own. */
  readonly subcommands: readonly { readonly name: string; readonly words: readonly string[] }[];
  /** The words after two commands that are always the same. */
  readonly thirds: readonly {
    readonly name: string;
    readonly below: string;
    readonly words: readonly string[];
  }[];
  readonly flags: readonly string[];
  readonly shells: readonly string[];
  readonly tools: readonly { readonly name: string; readonly fields: readonly string[] }[];
}

/** The completion script of each shell. */
export const COMPLETION_SCRIPTS: Readonly<Record<string, (words: CompletionWords) => string>> = {
  bash: bashScript,
  zsh: (words) => `autoload -U +X bashcompinit && bashcompinit\n${bashScript(words)}`,
  fish: fishScript,
};

function bashScript({ commands, subcommands, thirds, flags, shells, tools }: CompletionWords): string {
  const names = tools.map(({ name }) => name).join(" ");
  const seconds = subcommands.map(({ name, words }) => {
    const after = thirds
      .filter(({ below }) => below === name)
      .map((third) => `${third.name}) words="${third.words.join(" ")}" ;; `);
    return `    ${name}) case "$tool" in "") words="${words.join(" ")}" ;; ${after.join("")}esac ;;`;
  });
  const fields = tools.map(
    ({ name, fields: keys }) => `    ${name}) words="${keys.map((key) => `${key}=`).join(" ")}" ;;`,
  );
  return `# deckhand completion: source it, or put it where your shell looks for completions
_deckhand() {
  local current="\${COMP_WORDS[COMP_CWORD]}" command="" tool="" word words=""
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$word" in
      -*) ;;
      *) if [ -z "$command" ]; then command="$word"; elif [ -z "$tool" ]; then tool="$word"; fi ;;
    esac
  done
  case "$current" in -*) words="${flags.join(" ")}"; command=":" ;; esac
  case "$command" in
    :) ;;
    "") words="${commands.join(" ")}" ;;
    tools) words="${names}" ;;
    completion) words="${shells.join(" ")}" ;;
${seconds.join("\n")}
    call) if [ -z "$tool" ]; then words="${names}"; else case "$tool" in
${fields.join("\n")}
    esac; compopt -o nospace 2>/dev/null; fi ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _deckhand deckhand`;
}

function fishScript({ commands, subcommands, thirds, flags, shells, tools }: CompletionWords): string {
  const names = tools.map(({ name }) => name).join(" ");
  return [
    "# deckhand completion: save as ~/.config/fish/completions/deckhand.fish",
    `complete -c deckhand -n __fish_use_subcommand -f -a "${commands.join(" ")}"`,
    ...flags.map((flag) => `complete -c deckhand -l ${flag.replace(/^--/, "")}`),
    // Other commands have commands of these names too.
    `complete -c deckhand -n "__fish_seen_subcommand_from tools call; and not __fish_seen_subcommand_from ${subcommands.map(({ name }) => name).join(" ")}" -f -a "${names}"`,
    ...subcommands.map(
      ({ name, words }) =>
        `complete -c deckhand -n "__fish_seen_subcommand_from ${name}" -f -a "${words.join(" ")}"`,
    ),
    ...thirds.map(
      ({ name, below, words }) =>
        `complete -c deckhand -n "__fish_seen_subcommand_from ${below}; and __fish_seen_subcommand_from ${name}" -f -a "${words.join(" ")}"`,
    ),
    `complete -c deckhand -n "__fish_seen_subcommand_from completion" -f -a "${shells.join(" ")}"`,
    ...tools.map(
      ({ name, fields }) =>
        `complete -c deckhand -n "__fish_seen_subcommand_from ${name}" -f -a "${fields.map((key) => `${key}=`).join(" ")}"`,
    ),
  ].join("\n");
}

import type { ProgramFacts, Run } from "../../program-facts.ts";
import { allOf } from "../../programs/arguments/facts.ts";
import { literal } from "../../programs/arguments/word.ts";
import { allOperands, has } from "../git-arguments.ts";
import { type GitCall, type GitCommand, type GitCommands, placesOf } from "../git-call.ts";
import { gitFound, gitFoundIf, type GitRule } from "../git-findings.ts";
import { gitOptions } from "../git-options.ts";

/** The commands that are the same whatever their options, and a few with a word of their own to run or write. */
export const OTHERS: GitCommands = {
  ...every(
    `check-attr check-ignore check-mailmap check-ref-format cherry column count-objects describe fmt-merge-msg for-each-ref fsck
     get-tar-commit-id last-modified ls-files ls-tree merge-base merge-tree name-rev patch-id rev-parse show-branch show-index
     show-ref stripspace var verify-commit verify-pack verify-tag version repo pack-redundant mailinfo`,
    () => ({}),
  ),
  ...every("difftool mergetool gui citool gitk instaweb web--browse bugreport", () =>
    gitFound("git.interactive"),
  ),
  ...every("filter-branch filter-repo", () => gitFound("git.destroy-history")),
  ...every("credential credential-cache credential-store credential-netrc", () =>
    gitFound("git.credentials"),
  ),
  ...every("remote-ext remote-fd", () => gitFound("git.remote-program")),
  ...every("commit-tree fast-import", () => gitFound("git.no-hooks")),
  ...every(
    `replace mktree mktag write-tree read-tree checkout-index merge-file merge-index merge-one-file rerere pack-refs pack-objects
     index-pack unpack-objects unpack-file repack multi-pack-index commit-graph update-server-info refs replay history backfill`,
    () => gitFound("git.plumbing"),
  ),
  ...every("sparse-checkout", ({ words }) => gitFoundIf(words[0]?.text !== "list", "git.tracking")),
  ...every("send-email imap-send request-pull svn p4 fetch-pack cvsimport cvsexportcommit", ({ args }) => ({
    network: args.operands,
  })),
  ...every("bisect", bisect),
  ...every("bundle", bundle),
  ...every("maintenance", ({ words }) => ruleFor(words[0]?.text, { run: undefined }, "git.survives")),
  ...every("lfs", lfs),
  ...every("help", ({ words }) =>
    gitFoundIf(
      words.some(({ text }) => text === undefined || /^(?:-\w*[wi]\w*|--(?:w|in)\w*)$/.test(text)),
      "git.interactive",
    ),
  ),
  "hash-object": {
    options: gitOptions(",t= ,w stdin stdin-paths no-filters literally path="),
    describe: (call) =>
      allOf(gitFoundIf(has(call.args, "-w"), "git.plumbing"), {
        reads: placesOf(call, allOperands(call.args)),
      }),
  },
  "interpret-trailers": {
    options: gitOptions(
      "in-place trim-empty where= if-exists= if-missing= only-trailers only-input unfold parse divider trailer=",
    ),
    describe: (call) => {
      const files = placesOf(call, allOperands(call.args));
      return has(call.args, "in-place") ? { writes: files } : { reads: files };
    },
  },
};

function every(names: string, describe: GitCommand["describe"]): GitCommands {
  return Object.fromEntries(
    names
      .trim()
      .split(/\s+/)
      .map((name) => [name, { options: undefined, describe }]),
  );
}

function bisect({ words }: GitCall): ProgramFacts {
  const [verb, ...rest] = words;
  if (verb?.text === "run") {
    const run: Run = { kind: "argv", words: rest };
    return rest.length === 0 ? {} : { runs: [run] };
  }
  if (verb?.text === "visualize" || verb?.text === "view") return gitFound("git.interactive");
  return gitFoundIf(verb !== undefined && verb.text === undefined, "git.unclear");
}

function bundle(call: GitCall): ProgramFacts {
  const [verb, ...rest] = call.args.operands;
  if (verb?.text === "create") return { writes: placesOf(call, rest.slice(0, 1)) };
  return ruleFor(verb?.text, { verify: undefined, "list-heads": undefined }, "git.plumbing");
}

function lfs(call: GitCall): ProgramFacts {
  const [verb] = call.args.operands;
  const name = verb?.text;
  if (name !== undefined && /^(?:track|untrack)$/.test(name))
    return { writes: placesOf(call, [literal(".gitattributes")]) };
  if (name !== undefined && /^(?:install|uninstall|update)$/.test(name)) return gitFound("git.config");
  const looks = {
    "ls-files": undefined,
    status: undefined,
    env: undefined,
    version: undefined,
    pointer: undefined,
  };
  return allOf(ruleFor(name, looks, "git.unknown-command"));
}

/** Words that are listed have their own rule or none; every other one has the last. */
function ruleFor(
  word: string | undefined,
  rules: Readonly<Record<string, GitRule | undefined>>,
  otherwise: GitRule,
): ProgramFacts {
  const isListed = word !== undefined && Object.hasOwn(rules, word);
  const rule = isListed ? rules[word] : otherwise;
  return rule === undefined ? {} : gitFound(rule);
}

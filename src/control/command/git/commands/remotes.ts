import type { ProgramFacts } from "../../program-facts.ts";
import { allOf } from "../../programs/arguments/facts.ts";
import { partOf } from "../../programs/arguments/word.ts";
import type { Word } from "../../simple-command.ts";
import { judgeConfigKey } from "../config-key.ts";
import { allOperands, has, valuesOf } from "../git-arguments.ts";
import { type GitCall, type GitCommands, placesOf } from "../git-call.ts";
import { gitFound, gitFoundIf } from "../git-findings.ts";
import { gitOptions } from "../git-options.ts";
import { REMOTE_OPTIONS } from "../options/remote-options.ts";
import { remoteProgram } from "../remote-address.ts";
import { withVerbs } from "../verbs.ts";
import { foreignStrategy, leavesOutHooks, opensEditor } from "./editing.ts";

/** The commands that bring something from other repositories, or say where those are. */
export const REMOTES: GitCommands = {
  fetch: { options: gitOptions(REMOTE_OPTIONS.fetch), describe: bring },
  pull: { options: gitOptions(REMOTE_OPTIONS.pull), describe: pull },
  clone: { options: gitOptions(REMOTE_OPTIONS.clone), describe: clone },
  "ls-remote": { options: gitOptions(REMOTE_OPTIONS["ls-remote"]), describe: listRemote },
  remote: withVerbs({
    options: gitOptions(
      "verbose,v track,t= master,m= fetch,f tags mirror? auto,a delete,d all push add ,n prune,p dry-run progress",
    ),
    bare: () => ({}),
    verbs: {
      "get-url": () => ({}),
      show: ({ args }) => (has(args, "-n") || args.operands.length === 0 ? {} : { network: args.operands }),
      update: ({ args }) => ({ network: args.operands }),
      prune: ({ args }) => ({ network: args.operands }),
      "set-head": ({ args }) =>
        allOf(gitFound("git.move-ref"), has(args, "auto") ? { network: args.operands } : {}),
      ...Object.fromEntries(
        ["add", "rename", "remove", "rm", "set-url", "set-branches"].map((verb) => [
          verb,
          () => gitFound("git.config"),
        ]),
      ),
    },
  }),
  submodule: withVerbs({
    options: gitOptions(REMOTE_OPTIONS.submodule),
    bare: () => ({}),
    verbs: {
      status: () => ({}),
      summary: () => ({}),
      foreach,
      add: (call) => allOf(bring(call), gitFound("git.tracking")),
      update: () => allOf({ network: [] }, gitFound("git.tracking")),
      ...Object.fromEntries(
        ["init", "deinit", "sync", "absorbgitdirs", "set-branch"].map((verb) => [
          verb,
          () => gitFound("git.tracking"),
        ]),
      ),
      "set-url": () => gitFound("git.config"),
    },
  }),
};

function bring({ args }: GitCall): ProgramFacts {
  const [remote] = allOperands(args);
  return allOf(
    { network: remote === undefined ? [] : [remote] },
    ...(has(args, "multiple") ? allOperands(args) : [remote]).map(remoteProgram),
    gitFoundIf(has(args, "upload-pack", "exec"), "git.runs-program"),
  );
}

function pull(call: GitCall): ProgramFacts {
  const { args } = call;
  const isByHand = valuesOf(args, "rebase").some(({ text }) => text === undefined || text.startsWith("i"));
  return allOf(
    bring(call),
    leavesOutHooks(call),
    foreignStrategy(call),
    opensEditor(call, has(args, "edit")),
    gitFoundIf(isByHand, "git.interactive"),
  );
}

function clone(call: GitCall): ProgramFacts {
  const { args } = call;
  const [address, folder] = allOperands(args);
  const findings = valuesOf(args, "config").flatMap(({ text }) => settingFinding(text));
  return allOf(bring(call), { findings }, gitFoundIf(has(args, "template"), "git.other-settings"), {
    writes: placesOf(call, [...folderOf(address, folder), ...valuesOf(args, "separate-git-dir")]),
    reads: placesOf(call, valuesOf(args, "reference", "reference-if-able")),
  });
}

function settingFinding(text: string | undefined): NonNullable<ProgramFacts["findings"]> {
  const [key, value] = text === undefined ? [] : [text.replace(/=.*$/s, ""), text.replace(/^[^=]*=?/s, "")];
  return [judgeConfigKey(key, value)].filter((finding) => finding !== undefined);
}

/** Without a folder, it is called like the end of the address. */
function folderOf(address: Word | undefined, folder: Word | undefined): readonly Word[] {
  if (folder !== undefined) return [folder];
  const name = address?.text
    ?.replace(/\/+$/, "")
    .replace(/(?:\/\.git|\.git)$/, "")
    .replace(/^.*[/:]/s, "");
  return address === undefined ? [] : [partOf(address, name)];
}

function listRemote(call: GitCall): ProgramFacts {
  return has(call.args, "get-url") ? {} : bring(call);
}

/** One word is shell text, several are a command. */
function foreach({ words }: GitCall): ProgramFacts {
  const rest = words.filter(
    ({ text }) => text !== "--recursive" && text !== "--quiet" && text !== "-q" && text !== "--",
  );
  const [text] = rest;
  if (text === undefined) return {};
  return { runs: [rest.length === 1 ? { kind: "script", text } : { kind: "argv", words: rest }] };
}

import { type Describe, named, type Programs } from "../arguments/describe.ts";
import { allOf, found } from "../arguments/facts.ts";
import { isOneOf } from "../arguments/word.ts";

/** Programs that fill a screen or wait for somebody who types. */
export const TERMINALS: Programs = {
  ...named(
    `vim vi nvim vimdiff view gvim rvim nano pico joe jed micro helix hx kak ne mcedit less more most pg info htop btop atop glances nmon iotop iftop nethogs mc ranger nnn lf vifm
    ncdu dialog whiptail fzf sk peco tig lazygit gitui gitk lazydocker k9s nmtui alsamixer mutt neomutt irssi weechat minicom picocom cu cmatrix vipe
    ipython jshell irb pry ghci gdbtui pdb bpython ptpython sc-im visidata vd`,
    ({ args }) =>
      args.length === 1 && isOneOf(args[0], "--version", "--help") ? {} : found("terminal.interactive"),
  ),
  ...named("emacs emacsclient", ({ args }) =>
    args.some((word) => isOneOf(word, "--batch", "-batch", "--script"))
      ? { runs: [{ kind: "code", language: "lisp" }] }
      : found("terminal.interactive"),
  ),
  ...named("lynx w3m links elinks", ({ args }) =>
    allOf(
      { network: args.filter(({ text }) => text?.startsWith("-") !== true) },
      args.some(({ text }) => /^-{1,2}(?:dump|source)/.test(text ?? "")) ? {} : found("terminal.interactive"),
    ),
  ),
  ...named("ed ex red", lineEditor),
  top: ({ args }) =>
    args.some(({ text }) => /^-\w*b|^-l$/.test(text ?? "")) ? {} : found("terminal.interactive"),
  man: ({ args }) =>
    args.some(({ text }) => /^(?:-[kfwW]|--where|--path|--apropos|--whatis|--version)$/.test(text ?? ""))
      ? {}
      : found("terminal.interactive"),
  ...named("apropos whatis", () => ({})),
};

/** A line editor takes commands from its input, and one of them runs others. */
function lineEditor({ args, command }: Parameters<Describe>[0]): ReturnType<Describe> {
  if (command.input.kind === "none" && command.redirects.length === 0) return found("terminal.interactive");
  const writes = args.filter(({ text }) => text === undefined || !text.startsWith("-"));
  return allOf({ writes, runs: [{ kind: "code", language: "ed" }] });
}

import type { Redirection, Redirect as ShellRedirect } from "unbash";
import type { InputSource, Redirect, Word } from "../simple-command.ts";
import { joinedWord, wordOf } from "./expand-word.ts";
import type { Expansion } from "./expansion.ts";
import { assignNamed, UNKNOWN } from "./scope.ts";

/** What redirections open, and where standard input then comes from. */
export interface Opened {
  readonly redirects: readonly Redirect[];
  readonly input: InputSource;
}

/** Follows redirections in order: the last one for standard input counts. */
export function redirectsOf(redirections: readonly Redirection[], input: InputSource, at: Expansion): Opened {
  const redirects: Redirect[] = [];
  let feeding = input;
  for (const one of redirections) {
    if (one.descriptor?.type === "FileDescriptorVariable")
      assignNamed(at.scope, one.descriptor.name, UNKNOWN);
    const opened = one.type === "Redirect" ? openedBy(one, at) : { feeds: textOf(one, at) };
    if (opened.redirect !== undefined) redirects.push(opened.redirect);
    if (opened.feeds === undefined) continue;
    if (isStandardInput(one)) feeding = opened.feeds;
    else keepOpen(one, opened.feeds, at);
  }
  return { redirects, input: feeding };
}

interface OpenedBy {
  readonly redirect?: Redirect;
  readonly feeds?: InputSource;
}

function isStandardInput({ descriptor }: Redirection): boolean {
  return descriptor === undefined || (descriptor.type === "FileDescriptor" && descriptor.value === 0);
}

/** Another number can be standard input later on. */
function keepOpen({ descriptor }: Redirection, feeds: InputSource, { scope }: Expansion): void {
  if (descriptor?.type !== "FileDescriptor") return;
  scope.shared.opened ??= new Map();
  scope.shared.opened.set(descriptor.value, feeds);
}

function openedBy({ operator, target }: ShellRedirect, at: Expansion): OpenedBy {
  if (target === undefined) return {};
  const word = wordOf(target, at);
  switch (operator) {
    case "<":
      return { redirect: { op: "read", target: word }, feeds: inputFrom(word) };
    case "<>":
      return { redirect: { op: "read-write", target: word }, feeds: inputFrom(word) };
    case "<&":
      return { feeds: word.text === "-" ? { kind: "none" } : behind(word, at) };
    case ">&":
      return /^(?:\d+-?|-)$/.test(word.text ?? "") ? {} : { redirect: { op: "write", target: word } };
    case ">>":
    case "&>>":
      return { redirect: { op: "append", target: word } };
    case ">":
    case ">|":
    case "&>":
      return { redirect: { op: "write", target: word } };
  }
}

/** What a number leads to; a pipe from nowhere known where nobody opened it here. */
function behind({ text = "" }: Word, { scope }: Expansion): InputSource {
  return scope.shared.opened?.get(Number.parseInt(text, 10)) ?? { kind: "pipe", from: [] };
}

function inputFrom(word: Word): InputSource {
  const isPipe = word.from !== undefined && word.text?.startsWith("/dev/fd/") === true;
  return isPipe ? { kind: "pipe", from: word.from } : { kind: "file", path: word };
}

function textOf(one: Exclude<Redirection, ShellRedirect>, at: Expansion): InputSource {
  if (one.type === "HereString") {
    const text = one.target === undefined ? { text: undefined, source: "" } : wordOf(one.target, at);
    return { kind: "text", text };
  }
  const { text, parts } = one.body;
  return { kind: "text", text: parts === undefined ? { text, source: text } : joinedWord(text, parts, at) };
}

import type { JsonSchema } from "../../kernel/index.ts";
import { stemOf } from "./stem-of.ts";
import type { ToolEntry } from "./tool-entry.ts";
import type { Vocabulary } from "./vocabulary.ts";
import { wordsOfName, wordsOfText } from "./words-of.ts";

/** A tool taken apart into terms. */
export interface ReadTool {
  /** The words of the server a remote tool belongs to. */
  readonly server: readonly string[];
  /** The terms of the tool's own name, without its server's. */
  readonly ownName: readonly string[];
  readonly title: readonly string[];
  /** What the tool is called, in full. */
  readonly name: readonly string[];
  /** What it is said to do in one sentence. */
  readonly head: readonly string[];
  /** The rest of its description, and its parameters. */
  readonly body: readonly string[];
  /** The stems of name and head, before synonyms were made one. */
  readonly stems: ReadonlySet<string>;
}

/** Makes a reader of tools; it remembers the words it has met. */
export function createToolReader(vocabulary: Vocabulary): (entry: ToolEntry) => ReadTool {
  const terms = remembering(vocabulary.termOf);
  const stems = remembering(stemOf);
  const telling = (words: readonly string[]): string[] =>
    vocabulary.joined(words).filter((word) => !vocabulary.isEmpty(word));
  return (entry) => {
    const cut = entry.name.indexOf("__");
    const server = cut > 0 ? wordsOfName(entry.name.slice(0, cut)) : [];
    const own = telling(wordsOfName(cut > 0 ? entry.name.slice(cut + 2) : entry.name));
    const title = telling(wordsOfText(entry.title ?? ""));
    const [first, rest] = split(entry.description.trim());
    const head = telling(wordsOfText(`${entry.summary ?? ""}\n${first}`));
    const body = telling(wordsOfText(`${rest.slice(0, MOST_BODY)}\n${parameterText(entry.parameters)}`));
    const called = [...server, ...own, ...title];
    return {
      server,
      ownName: own.filter((word) => !server.includes(word)).map(terms),
      title: title.map(terms),
      name: called.map(terms),
      head: head.map(terms),
      body: body.map(terms),
      stems: new Set([...called, ...head].map(stems)),
    };
  };
}

const MOST_HEAD = 160;
const MOST_BODY = 800;
const MOST_PARAMETER = 100;

function remembering(find: (word: string) => string): (word: string) => string {
  const known = new Map<string, string>();
  return (word) => {
    const found = known.get(word) ?? find(word);
    known.set(word, found);
    return found;
  };
}

/** The first sentence, and what follows. */
function split(text: string): [first: string, rest: string] {
  const end = /[.!?](?=\s)|\n/.exec(text.slice(0, MOST_HEAD))?.index ?? MOST_HEAD;
  return [text.slice(0, end), text.slice(end)];
}

function parameterText({ properties }: JsonSchema): string {
  if (typeof properties !== "object" || properties === null) return "";
  return Object.entries(properties)
    .map(([name, schema]) => `${wordsOfName(name).join(" ")} ${descriptionOf(schema)}`)
    .join("\n");
}

function descriptionOf(schema: unknown): string {
  const text =
    typeof schema === "object" && schema !== null && "description" in schema ? schema.description : "";
  return typeof text === "string" ? text.slice(0, MOST_PARAMETER) : "";
}

import { digestOf } from "../kernel/index.ts";
import type { RemoteDefinition } from "./bridge-entry.ts";
import { canonicalJson } from "./canonical-json.ts";

/** The fingerprint of something a person approved: of the whole, and of each part. */
export interface Pin {
  readonly whole: string;
  readonly parts: { readonly [part: string]: string };
}

/** What is pinned of a server: how it is reached and what it tells the model, not its program's bytes or its secrets. */
export interface ServerIdentity {
  readonly command?: string | undefined;
  readonly args?: readonly string[] | undefined;
  readonly url?: string | undefined;
  readonly instructions?: string | undefined;
}

/** Pins the whole definition of a remote tool, whatever fields it came with; the order of keys makes no difference. */
export function definitionPin(definition: RemoteDefinition): Pin {
  const { title, annotations, ...others } = definition;
  const { rest, annotatedTitle } = withoutTitle(annotations);
  const titles = title === undefined && annotatedTitle === undefined ? undefined : [title, annotatedTitle];
  return pinOf(definition, [...Object.entries(others), ["annotations", rest], ["title", titles]]);
}

/** Older servers keep their title among the annotations, where it is as cosmetic as elsewhere. */
function withoutTitle(annotations: unknown): { rest: unknown; annotatedTitle?: unknown } {
  if (typeof annotations !== "object" || annotations === null || !("title" in annotations))
    return { rest: annotations };
  const { title: annotatedTitle, ...rest } = annotations;
  return { rest: Object.keys(rest).length === 0 ? undefined : rest, annotatedTitle };
}

/** Pins what a server is. */
export function serverPin({ command, args, url, instructions }: ServerIdentity): Pin {
  const identity = { command, args, url, instructions };
  return pinOf(identity, Object.entries(identity));
}

type Part = readonly [name: string, value: unknown];

function pinOf(whole: unknown, parts: readonly Part[]): Pin {
  return {
    whole: hashOf(whole),
    parts: Object.fromEntries(
      parts.filter(([, value]) => value !== undefined).map(([name, value]) => [name, hashOf(value)]),
    ),
  };
}

function hashOf(value: unknown): string {
  return digestOf(Buffer.from(canonicalJson(value), "utf8"));
}

import { dirname, join } from "node:path";
import type { Link, ProgramFacts } from "../program-facts.ts";
import type { SimpleCommand } from "../simple-command.ts";
import type { Hearing } from "./hearing.ts";
import { pathFrom } from "./path-from.ts";

/** Remembers the second names that a command gives to places, since later parts may use them. */
export function noteLinks({ cwd }: SimpleCommand, facts: ProgramFacts | undefined, hearing: Hearing): void {
  if (facts?.links === undefined || cwd === undefined) return;
  const before = hearing.surroundings.links ?? [];
  const made = facts.links.flatMap(({ name: { text: name }, target: { text: target } }) => {
    if (name === undefined || target === undefined) return [];
    return behindLinks(cwd, target, before).map((to) => ({ name: pathFrom(cwd, name), target: to }));
  });
  hearing.surroundings = { ...hearing.surroundings, links: [...before, ...made].slice(-MOST) };
}

/** More than anybody makes in one command. */
const MOST = 64;

/** Where a text leads from a folder, step by step: as it stands, and by each link on the way, whose own parent `..` then means. */
export function behindLinks(
  folder: string,
  text: string,
  links: readonly Link<string>[],
  followsLast = true,
): readonly string[] {
  const parts = (text.startsWith("/") ? text : `${folder}/${text}`)
    .split("/")
    .filter((part) => part !== "" && part !== ".");
  let reached: readonly string[] = ["/"];
  for (const [index, part] of parts.entries()) {
    const isFollowed = followsLast || index < parts.length - 1;
    const next = reached.map((at) => (part === ".." ? dirname(at) : join(at, part)));
    const led = isFollowed ? links.filter(({ name }) => next.includes(name)).map(({ target }) => target) : [];
    reached = [...new Set([...next, ...led])].slice(0, MOST);
  }
  return reached;
}

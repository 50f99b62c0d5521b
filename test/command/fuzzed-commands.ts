import { readFileSync } from "node:fs";
import { generatedCommands, randomFrom } from "./generated-commands.ts";

/** Pieces that mean something to a shell or to a program, whole and broken. */
const PIECES =
  `rm -rf / $x \${x} $( \` ) { } ( (( )) [[ ]] if then fi for in do done while case esac ;; | || && & ; <<E E < > >> <( >( " ' \\ $' a=b a[$(id)]=1 * ? ~ ! time
  f() eval bash -c xargs find -exec git -c env sudo \${x:- \${!x} $((1+ [ ] echo cat {a,b} {1..9} sed s/a/b/e awk {print>"x"} 2>&1 -- -o --output= tar --checkpoint-action=exec=id
  ssh curl -K - @ % ^ + , .. ../ ~root /dev/tcp/a/1 \${x//a/b} \${x@P} coproc select until function`.split(
    /\s+/,
  );

const STRANGE = ["\0", "\u200B", "\r", "\n", "\t", "é", "😀", "\uD800", "\u001B[1m", "\u202E"];

/** Command lines to be judged whatever they are, always the same: known ones with something changed, as many that are a jumble, and a few put together whole. */
export function* fuzzedCommands(count: number): Generator<string> {
  const random = randomFrom(20261116);
  const pick = <T>(choices: readonly T[]): T => choices[Math.floor(random() * choices.length)] as T;
  const known = readFileSync("test/corpus/bash.jsonl", "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => (JSON.parse(line) as { command: string }).command)
    .filter((command) => command.length < 300);
  const piece = (): string => (random() < 0.02 ? pick(STRANGE) : pick(PIECES));
  const made = generatedCommands(11, Math.ceil(count / 50));
  for (let at = 0; at < count; at++) {
    if (at % 50 === 0) yield made[at / 50] ?? "";
    else if (at % 2 === 0) yield mutated(pick(known), random, piece);
    else yield Array.from({ length: 1 + Math.floor(random() * 12) }, piece).join(random() < 0.7 ? " " : "");
  }
}

function mutated(command: string, random: () => number, piece: () => string): string {
  let text = command;
  for (let changes = Math.floor(random() * 3); changes >= 0; changes--) {
    const at = Math.floor(random() * text.length);
    text = text.slice(0, at) + piece() + text.slice(at + Math.floor(random() * 3));
  }
  return text;
}

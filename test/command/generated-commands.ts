/** Command lines put together at random from what a shell can do; the same seed gives the same ones. */
export function generatedCommands(seed: number, count: number): readonly string[] {
  const random = randomFrom(seed);
  return Array.from({ length: count }, () => new Generator(random).line());
}

/** A small generator of numbers between 0 and 1. */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const PROGRAMS = ["alpha", "beta", "gamma", "delta"];
const VARIABLES = ["x", "y", "z"];
const TEXTS = ["one", "two words", "-f", "a*b", "", "p/q", "7"];

/** Builds one line; deep parts become simple ones so that every line ends. */
class Generator {
  private depth = 0;
  private readonly random: () => number;

  constructor(random: () => number) {
    this.random = random;
  }

  line(): string {
    return this.several(1, 4, () => this.statement()).join(this.pick(["; ", "\n", " && ", " || ", "; "]));
  }

  private pick<T>(choices: readonly T[]): T {
    const choice = choices[Math.floor(this.random() * choices.length)];
    if (choice === undefined) throw new RangeError("There is nothing to choose from.");
    return choice;
  }

  private several(least: number, most: number, make: () => string): string[] {
    return Array.from({ length: least + Math.floor(this.random() * (most - least + 1)) }, make);
  }

  private statement(): string {
    if (this.depth > 3) return this.simple();
    this.depth++;
    const made = this.pick<() => string>([
      () => this.simple(),
      () => this.simple(),
      () => this.assignment(),
      () => this.assignment(),
      () => `${this.simple()} | ${this.simple()}`,
      () => `( ${this.line()} )`,
      () => `{ ${this.line()}; }`,
      () => `! ${this.simple()}`,
      () => `if ${this.simple()}; then ${this.line()}; else ${this.line()}; fi`,
      () =>
        `for ${this.pick(VARIABLES)} in ${this.several(0, 3, () => this.word()).join(" ")}; do ${this.line()}; done`,
      () => `for i in 1 2 3; do ${this.line()}; done`,
      () => `case ${this.word()} in one|p*) ${this.line()};; *) ${this.line()};; esac`,
      () => `n=0; while [ $n -lt 2 ]; do n=$((n+1)); ${this.line()}; done`,
      () => `${this.pick(["f", "g", "alpha"])}() { ${this.line()}; }`,
      () => `${this.pick(["f", "g"])} ${this.word()} ${this.word()}`,
      () => `eval ${this.quoted(this.simple())}`,
      () => `eval ${this.word()} ${this.word()}`,
      () => `[[ ${this.quotedWord()} == ${this.quotedWord()} ]] && ${this.simple()}`,
      () => `set -- ${this.word()} ${this.word()}; "$@"`,
      () => `read -r ${this.pick(VARIABLES)} <<< ${this.word()}`,
      () => `printf -v ${this.pick(VARIABLES)} %s ${this.quotedWord()}`,
      () => `a=(${this.several(0, 3, () => this.word()).join(" ")}); "\${a[@]}"`,
      () => `unset ${this.pick([...VARIABLES, "-f f", "-f alpha"])}`,
      () =>
        `declare ${this.pick(["", "-r ", "-u ", "-n ", "-i "])}${this.pick(VARIABLES)}=${this.pick([...VARIABLES, "gamma"])}`,
      () => `cat <<E\n${this.expansion()} text $(${this.simple()})\nE\n${this.simple()}`,
      () => `command ${this.simple()}`,
      () => `local_() { local ${this.pick(VARIABLES)}=${this.word()}; ${this.line()}; }; local_`,
      () => `true && ${this.line()}`,
      () => `false || { ${this.line()}; }`,
      () => `cat <(${this.simple()}) >(${this.simple()})`,
      () => `until true; do ${this.line()}; done`,
      () => `shift`,
      () => `readonly ${this.pick(VARIABLES)}`,
    ])();
    this.depth--;
    return made;
  }

  private simple(): string {
    const prefix = this.random() < 0.1 ? `${this.pick(VARIABLES)}=${this.word()} ` : "";
    const redirect = this.random() < 0.1 ? ` > out${Math.floor(this.random() * 3)}` : "";
    return `${prefix}${this.program()} ${this.several(0, 3, () => this.word()).join(" ")}${redirect}`;
  }

  private program(): string {
    const name = this.pick(PROGRAMS);
    const at = 1 + Math.floor(this.random() * (name.length - 1));
    const [head, tail] = [name.slice(0, at), name.slice(at)];
    return this.pick([
      name,
      name,
      `\\${name}`,
      `${head}""${tail}`,
      `'${head}'"${tail}"`,
      `$'\\x${name.codePointAt(0)?.toString(16)}'${name.slice(1)}`,
      `${head}\\\n${tail}`,
      `$${this.pick(VARIABLES)}`,
      `"$${this.pick(VARIABLES)}"`,
      `\${${this.pick(VARIABLES)}:-${name}}`,
      `$(echo ${name})`,
      `\`echo ${name}\``,
      `{${name},${this.pick(TEXTS.slice(0, 1))}}`,
      `${head}{${tail},${tail}x}`,
      `$1`,
    ]);
  }

  private assignment(): string {
    const name = this.pick(VARIABLES);
    return this.pick([
      `${name}=${this.pick(PROGRAMS)}`,
      `${name}=${this.pick(PROGRAMS)}`,
      `${name}=${this.word()}`,
      `${name}+=${this.word()}`,
      `${name}=$(${this.simple()})`,
      `: \${${name}:=${this.pick(PROGRAMS)}}`,
      `export ${name}=${this.pick(PROGRAMS)}`,
      `((${name}=3))`,
      `IFS=${this.pick(["/", "a", "''", "$' \\t\\n'"])}`,
    ]);
  }

  private word(): string {
    return this.pick<() => string>([
      () => this.pick(TEXTS.filter((text) => /^[\w/-]+$/.test(text))),
      () => this.quotedWord(),
      () => this.expansion(),
      () => `"${this.expansion()}"`,
      () => `pre${this.expansion()}`,
      () => `{${this.pick(["a,b", "1..3", "a,{b,c}", "x"])}}`,
      () => `~`,
    ])();
  }

  private quotedWord(): string {
    return this.quoted(this.pick(TEXTS));
  }

  private quoted(text: string): string {
    return `'${text.replaceAll("'", String.raw`'\''`)}'`;
  }

  private expansion(): string {
    const name = this.pick(VARIABLES);
    if (this.depth > 3) return `$${name}`;
    this.depth++;
    const made = this.pick<() => string>([
      () => `$${name}`,
      () => `\${${name}}`,
      () => `\${${name}%a*}`,
      () => `\${${name}#*p}`,
      () => `\${${name}/a/b}`,
      () => `\${${name}:1:2}`,
      () => `\${${name}^^}`,
      () => `\${${name}:-${this.pick(PROGRAMS)}}`,
      () => `\${${name}:+${this.pick(PROGRAMS)}}`,
      () => `\${!${name}}`,
      () => `\${#${name}}`,
      () => `$(${this.simple()})`,
      () => `$(echo ${this.quotedWord()})`,
      () => `\`${this.pick(PROGRAMS)} in\``,
      () => `$((1+\${#${name}}))`,
      () => `$(( $(${this.pick(PROGRAMS)}; echo 1) ))`,
      () => `$@`,
      () => `$1`,
    ])();
    this.depth--;
    return made;
  }
}

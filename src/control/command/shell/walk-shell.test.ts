import { describe, expect, it } from "vitest";
import type { SimpleCommand, Word } from "../simple-command.ts";
import { parseShell } from "./parse-shell.ts";
import { type Seen, walkShell } from "./walk-shell.ts";

function seen(text: string): Seen {
  const parsed = parseShell(text);
  if ("fault" in parsed) throw new Error(parsed.fault);
  return walkShell(parsed.script, text, {
    cwd: "/ws",
    home: "/home/me",
    workspace: "/ws",
    input: { kind: "none" },
    level: 0,
    positional: [],
  });
}

/** What may run, one a line; `?` is a word that cannot be told, `*` after one says it may be several. */
function runs(text: string): readonly string[] {
  return seen(text)
    .commands.filter(({ words }) => words.length > 0)
    .map(({ words }) => words.map(shown).join(" "));
}

function shown({ text, isPattern }: Word): string {
  return `${text ?? "?"}${isPattern === true ? "*" : ""}`;
}

function last(text: string): SimpleCommand {
  const command = seen(text).commands.at(-1);
  if (command === undefined) throw new Error("nothing runs");
  return command;
}

describe("walking a command line", () => {
  it.each([
    ["a; b & c", ["a", "b", "c"]],
    ["a && b || c", ["a", "b", "c"]],
    ["a | b |& c", ["a", "b", "c"]],
    ["( a; { b; } )", ["a", "b"]],
    ["! a", ["a"]],
    ["time -p a", ["a"]],
    ["if a; then b; elif c; then d; else e; fi", ["a", "b", "c", "d", "e"]],
    ["while a; do b; done", ["a", "b"]],
    ["until a; do b; done", ["a", "b"]],
    ["for ((i=0; i<$(a); i++)); do b; done", ["a", "b"]],
    ["select x in y; do b; done", ["b"]],
    ["case $(a) in $(b)) c;; *) d;& esac", ["a", "b", "c", "d"]],
    ["coproc X { a; }", ["a"]],
    ["function f { a; } > $(b)", ["b", "a"]],
    ["a $(b) `c` <(d) >(e)", ["b", "c", "d", "e", "a ?* ?* /dev/fd/63 /dev/fd/63"]],
    ['a "x $(b) y"', ["b", "a ?"]],
    ["a ${x:-$(b)} ${y/$(c)/$(d)} ${z:$(e)}", ["b", "c", "d", "e", "a ?* ?* ?*"]],
    ["a $(( $(b) + 1 )) $[ $(c) ]", ["b", "c", "a ** **"]],
    ["(( x[$(a)] = 1 ))", ["a"]],
    ["x[$(a)]=1", ["a"]],
    ["x=(1 $(a))", ["a"]],
    ["x=$(a) b", ["a", "b"]],
    ["[[ -n $(a) && $(b) == x ]]", ["a", "b"]],
    ["a <<E\n$(b) `c`\nE", ["b", "c", "a"]],
    ["a <<'E'\n$(b)\nE", ["a"]],
    ['a <<< "$(b)"', ["b", "a"]],
    ["a > $(b)", ["b", "a"]],
    ["a # $(b)", ["a"]],
    ["a '$(b)'", ["a $(b)"]],
  ])("R274: sees everything that runs in %s", (text, expected) => {
    expect(runs(text).toSorted()).toEqual([...expected].toSorted());
  });

  it.each([
    [String.raw`r\m`, "rm"],
    [`r""m`, "rm"],
    [String.raw`$'\x72m'`, "rm"],
    ["r\\\nm", "rm"],
    ["x=rm; $x", "rm"],
    ["x=r; x+=m; $x", "rm"],
    ["x=xrm; ${x:1}", "rm"],
    ["x=RM; ${x,,}", "rm"],
    ["x=rmx; ${x%x}", "rm"],
    ["x=a/rm; ${x##*/}", "rm"],
    ['x=(a b); c "${!x[@]}"', "c 0 1"],
    ["x=/one; a ${x%/*}", "a /"],
    ["x=r_; ${x/_/m}", "rm"],
    ["n=x; x=rm; ${!n}", "rm"],
    ['a=(rm -rf /); "${a[@]}"', "rm -rf /"],
    ['set -- rm -rf /; "$@"', "rm -rf /"],
    ['f() { "$@"; }; f rm /', "rm /"],
    ["{rm,-rf,/}", "rm -rf /"],
    ["rm${IFS}-rf${IFS}/", "rm -rf /"],
    ["x='rm -rf /'; $x", "rm -rf /"],
    ["$(echo rm) /", "rm /"],
    ["eval 'x=rm'; $x", "rm"],
    ["eval eval 'rm'", "rm"],
    ["for x in a rm; do $x; done", "rm"],
  ])("R274: sees through %s", (text, expected) => {
    expect(runs(text)).toContain(expected);
  });

  it.each([
    "x=ls; if a; then x=rm; fi; $x",
    "x=ls; a && x=rm; $x",
    "x=ls; for i in 1 2; do $x; x=rm; done",
    "x=ls; while a; do $x; x=$y; done",
    "x=ls; case a in b) x=rm;; esac; $x",
    "x=ls; f() { x=rm; }; f; $x",
    "x=ls; read x; $x",
    "x=ls; printf -v x rm; $x",
    'x=ls; eval "$y"; $x',
    "x=ls; . file; $x",
    "x=ls; mapfile x; $x",
    "readonly x=rm\nx=ls\n$x",
    "local x={ls,rm}; $x",
    "IFS=x; x=lsxrm; $x",
    "x=ls; f() { $x; }; x=$y f",
    "x=ls; x=rm :; $x",
  ])("does not rely on a variable that may have changed: %s", (text) => {
    expect(runs(text).some((one) => one.startsWith("?"))).toBe(true);
  });

  it.each([
    ["cd src && a", "/ws/src"],
    ["cd src; cd ..; a", "/ws"],
    ["cd /etc; a", "/etc"],
    ["cd; a", "/home/me"],
    ["cd src; cd -; a", "/ws"],
    ["(cd src); a", "/ws"],
    ["cd src | b; a", "/ws"],
    ["pushd src; popd; a", "/ws"],
    ["cd x || exit 1; a", "/ws/x"],
    ['cd "$x"; a', undefined],
    ["cd ~/x; a", "/home/me/x"],
    ['cd "$(git rev-parse --show-toplevel)"; a', "/ws"],
  ])("follows the folder in %s", (text, cwd) => {
    expect(last(text).cwd).toBe(cwd);
  });

  it("takes both folders where a change may not have happened", () => {
    const folders = seen("a && cd b; c").commands.filter(({ source }) => source === "c");
    expect(folders.map(({ cwd }) => cwd)).toEqual(["/ws", "/ws/b"]);
  });

  it("knows what feeds what", () => {
    expect(last("a | b").input).toMatchObject({ kind: "pipe", from: [{ source: "a" }] });
    expect(last("{ a; b; } | c").input).toMatchObject({ from: [{ source: "a" }, { source: "b" }] });
    expect(last("a < file").input).toMatchObject({ kind: "file", path: { text: "file" } });
    expect(last("a < <(b)").input).toMatchObject({ kind: "pipe", from: [{ source: "b" }] });
    expect(last("a <<< text").input).toMatchObject({ kind: "text", text: { text: "text" } });
    expect(last("x=$(b); a $x").words[1]).toMatchObject({ from: [{ source: "b" }] });
    expect(last("b | while read x; do a $x; done").words[1]).toMatchObject({ from: [{ source: "b" }] });
  });

  it("knows which files the shell opens", () => {
    const { redirects } = last("a < b > c >> d <> e &> f >| g 2>&1 >&- {h}> i");
    expect(redirects.map(({ op, target }) => `${op} ${target.text}`)).toEqual([
      "read b",
      "write c",
      "append d",
      "read-write e",
      "write f",
      "write g",
      "write i",
    ]);
    expect(seen("{ a; } > b").commands[0]?.redirects).toMatchObject([{ op: "write", target: { text: "b" } }]);
  });

  it("looks into loops over nothing", () => {
    expect(runs("for x; do a $x; done")).toEqual(["a ?*"]);
    expect(runs("for x in; do a; done")).toEqual(["a"]);
  });

  it("looks into functions with their arguments, and into those that nobody calls", () => {
    expect(runs("f() { a $1; }; f b")).toEqual(["f b", "a b"]);
    expect(runs("f() { a $1; }")).toEqual(["a ?*"]);
    expect(seen("f() { a; }; f").commands[0]?.isFunction).toBe(true);
    expect(seen("f() { a; }; unset -f f; f").commands.find(({ source }) => source === "f")?.isFunction).toBe(
      false,
    );
  });

  it.each([
    [":(){ :|:& };:", "shell.recursion"],
    ["x='$(a)'; echo ${x@P}", "shell.prompt-expansion"],
    ["x='a[$(b)]'; echo $((x))", "shell.evaluated-variable"],
    ["[[ 'a[$(b)]' -eq 1 ]]", "shell.evaluated-variable"],
    ["test -v 'a[$(b)]'", "shell.evaluated-variable"],
    ["n='a[$(b)]'; echo ${!n}", "shell.indirect-variable"],
    ["set -a", "variable.all"],
    ["declare -n r=x", "shell.reference"],
    ["trap 'x=rm' DEBUG", "shell.trap"],
    ["x='a[$(b)]'; echo ${y[x]} ${y:x}", "shell.evaluated-variable"],
    ["x=y; y='a[$(b)]'; echo $((x + 1))", "shell.evaluated-variable"],
    ["x=('a[$(b)]'); echo $((x[0]))", "shell.evaluated-variable"],
    ["f() { echo $(($1)); }; f 'a[$(b)]'", "shell.evaluated-variable"],
    ["set -- 1 'a[$(b)]'; (( $@ ))", "shell.evaluated-variable"],
    ["read x <<< 'a[$(b)]'; echo $((x))", "shell.evaluated-variable"],
    ["printf 'a[%s]' '$(b)' | while read x; do (( x )); done", "shell.evaluated-variable"],
    ["echo 'a[$(b)]' > f; x=$(cat f); [[ $x -gt 1 ]]", "shell.evaluated-variable"],
    ["x=$(base64 -d <<< YVskKGIpXQ==); echo $((x))", "shell.evaluated-variable"],
    ["x=$(printf '\\x61'); echo $((x))", "shell.evaluated-variable"],
    ["x=$(rev <<< '])b($[a'); echo $((x))", "shell.evaluated-variable"],
    ["echo $((${x:-a[\\$(b)]}))", "shell.evaluated-variable"],
    ["[[ $(cat f) -gt 3 ]]", "shell.evaluated-variable"],
    ["[[ $(stat -c %s -c '%n' f) -gt 3 ]]", "shell.evaluated-variable"],
    ["[[ $(git log --format=%s --count) -gt 3 ]]", "shell.evaluated-variable"],
    [`[[ $(jq '.a #|' length) -gt 3 ]]`, "shell.evaluated-variable"],
    ["declare -i x; x='a[$(b)]'", "shell.evaluated-variable"],
    ["RANDOM='a[$(b)]'", "shell.evaluated-variable"],
    [
      `for x in ${Array.from({ length: 40 }, (_, at) => at).join(" ")} 'a[$(b)]'; do echo $((x)); done`,
      "shell.evaluated-variable",
    ],
  ])("asks about %s", (text, rule) => {
    expect(seen(text).doubts.map((doubt) => doubt.rule)).toContain(rule);
  });

  it.each([
    'n="$(wc -l < f)"; echo $((n + 1))',
    "while read -r n; do s=$((s + n)); done < f",
    "[[ $(wc -l < f) -gt 3 ]]",
    "[[ $(grep -ci x f) -gt 3 ]]",
    "[[ $(git rev-list --count HEAD) -gt 10 ]]",
    "[[ `stat -c %s f` -lt 100 ]]",
    "[[ $(jq '.items | length' f.json) -eq 0 ]]",
    "n=$(wc -l < f); echo 'a[$(b)]' $((n + 1))",
    "grep '^[0-9]$' f | while read -r n; do (( n )); done",
    "x='a[$(b)]'; echo $((1 + 2))",
    "declare -i n=0; n+=1",
    "OPTIND=1",
    'for i in "${!x[@]}"; do echo "$i ${x[i]}"; done',
  ])("counts what files and programs give: %s", (text) => {
    expect(seen(text).doubts).toEqual([]);
  });

  it.each([
    'x=\'eval "$x"\'; eval "$x"',
    `${Array.from({ length: 30 }, (_, at) => `f${at}() { f${at + 1}; f${at + 1}; }`).join("; ")}; f0`,
    "while x=$y; do x=1; ".repeat(20) + "a" + "; done".repeat(20),
  ])("refuses what would never end: %s", (text) => {
    expect(seen(text).doubts.some(({ verdict }) => verdict === "deny")).toBe(true);
  });
});

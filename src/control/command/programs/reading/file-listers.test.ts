import { describe, expect, it } from "vitest";
import { judgedOtherwise } from "../../../../../test/judged-otherwise.ts";

describe("programs that list and search files", () => {
  it("lists and searches in the workspace", () => {
    const commands = [
      "ls",
      "ls -la --color=never src",
      "grep -rn --include='*.ts' foo src",
      "grep -v '^#' config.ini",
      "grep -E 'a|b' -A3 -B 2 file",
      "grep -c foo file || true",
      "egrep -i 'x|y' f",
      "rg foo",
      "rg -n --hidden -g '!node_modules' 'foo.*bar' src test",
      "rg --files | head",
      "rg -l TODO | xargs wc -l",
      "stat -c %s package.json",
      "du -sh node_modules",
      "df -h",
      "which node npm",
      "tree -L 2",
      "basename a/b.c .c",
      "dirname a/b",
      "realpath src",
      "readlink -f src",
      "mktemp",
      "mktemp -d",
      "cat a | grep b | sort | uniq > c",
      "lsof -i :3000",
      "grep -rl foo src | xargs sed -i 's/foo/bar/g'",
      "rg --type ts foo",
      "rg -uu foo",
      "ls --help",
      "ls -la .env",
      "stat .env",
      "rg -l foo | xargs -I{} cp {} backup/",
      "grep -- -x f",
      "grep -e a -e b f",
      "grep -rlZ x .",
      "rg -e foo -e bar",
      "rg foo -A2 -B2 --no-heading",
      "rg -tpy 'import os'",
      "rg 'a' -g '*.ts' --count",
      "du -d 1 -h .",
      "du -a | sort -n",
      "df -h .",
      "tree -a -I node_modules",
      "readlink link",
      "ls -lah src/ test/",
      "ls -d */",
      "ls -ltr",
      'grep -n "foo" -r src --include="*.ts" --exclude-dir=node_modules',
      "grep -oP '(?<=a)b' f",
      "grep -Rin todo .",
      "grep -qx foo f && echo yes",
      "grep -c '' f",
      "grep -w foo -m 1 f",
      "grep --color=never -n x f",
      "grep -lr 'x' .",
      "grep -L x *.ts",
      String.raw`rg "function \w+" -o --no-filename src`,
      "rg -i --type-add 'web:*.html' -tweb foo",
      String.raw`rg -U 'a\nb' src`,
      "rg --json foo src",
      "rg --stats foo",
      "rg -P 'a(?=b)'",
      "rg -C 3 foo -- src",
      "stat -f %z f",
      "stat --format='%s %n' f",
      "du -sh * | sort -h",
      "du -h --max-depth=1",
      "tree -L 3 -I 'node_modules|dist'",
      "realpath --relative-to=. src/a",
      "which python3",
      "if grep -q foo a; then echo y; else echo n; fi",
      "lsof -iTCP -sTCP:LISTEN",
      "df -hT",
      "mktemp -d -t foo.XXXX",
    ];
    expect(judgedOtherwise("allow", commands)).toEqual([]);
  });

  it("asks where files are secret or elsewhere", () => {
    const commands = ["ls /", "grep -r secret ~/.aws", "grep -r x /home", 'rg "$x" src'];
    expect(judgedOtherwise("ask", commands)).toEqual([]);
  });

  it("refuses helpers that an option would start", () => {
    const commands = [
      "rg --pre=./x foo",
      "rg --hostname-bin ./x foo",
      "LD_PRELOAD=x ls",
      "tree -o /etc/x",
      "grep -a x /proc/123/environ",
      "rg --pre './x' foo",
      "rg foo --pre=./x",
      "rg --pre-glob '*.x' --pre ./x foo",
      "bat --pager=./x f",
      "ag --pager ./x foo",
      "mktemp /etc/xXXXX",
      "mktemp -p /etc",
    ];
    expect(judgedOtherwise("deny", commands)).toEqual([]);
  });

  it("asks about searches narrowed to files that hold secrets", () => {
    expect(
      judgedOtherwise("ask", [
        "grep -r . --include=.env",
        "grep -rn KEY --include='.env*' .",
        "grep -rn KEY --include '*.pem' .",
        "rg -g .env .",
        "rg --hidden KEY -g '*.key'",
        "rg -g '{*.ts,.env}' KEY",
        "rg --iglob '*env*' KEY",
        "rg --type-add 'e:.env' -t e KEY",
      ]),
    ).toEqual([]);
    expect(
      judgedOtherwise("allow", [
        "grep -rn x --include='*.ts' --include=Makefile .",
        "rg -g '*.{ts,tsx}' -g '!.env' x",
        "rg -g 'src/**' x",
        "rg --hidden -g '*.yml' x",
      ]),
    ).toEqual([]);
  });
});

import { describe, expect, it } from "vitest";
import { judgedOtherwise } from "../../../../../test/judged-otherwise.ts";

describe("find and fd", () => {
  it("looks, and acts on what is the project's own", () => {
    const commands = [
      "find . -name '*.ts' | xargs wc -l",
      "find . -type f -name '*.pyc' -delete",
      "find . -name '*.log' -exec rm {} +",
      String.raw`find src -type f -exec grep -l foo {} \;`,
      "find . -type d -name node_modules -prune -o -name '*.ts' -print",
      "find . -maxdepth 2 -type d",
      "find build -type f -delete",
      "find . -name '*.tmp' -print0 | xargs -0 rm -f",
      "find . -newer package.json -size +1k",
      "fd -e ts",
      "fd foo src -x wc -l",
      "find . -name '*.js' -not -path '*/node_modules/*' -exec sed -i 's/a/b/' {} +",
      "find . -type f | head",
      String.raw`find . -name '*.orig' -exec rm -v {} \;`,
      String.raw`find . -type f -name '*.sh' -exec chmod +x {} \;`,
      "find . -iname '*readme*'",
      "find src test -name '*.ts' -newer x",
      "find . -empty -delete",
      "find . -path ./node_modules -prune -o -name '*.md' -print",
      "find . -name '*.ts' -print0 | xargs -0 grep -l foo",
      "find . -name '*.ts' | sort | head -5 | xargs cat",
      "find . -type f -size +1M",
      "find . -type f -mtime -1 | head",
      'find . -name "*.test.ts" | wc -l',
      "find src -name '*.ts' -exec wc -l {} + | sort -n | tail",
      "find . -type d -empty",
      "find . -perm -u+x -type f",
      "find . -name '*.js' -o -name '*.ts'",
      String.raw`find . \( -name a -o -name b \) -print`,
      "find . -type l -ls",
      String.raw`find . -name foo -printf '%p %s\n'`,
      "find . -path '*/test/*' -name '*.ts'",
      String.raw`find . -regex '.*\.\(ts\|js\)'`,
      "find dist -mindepth 1 -delete",
      "find . -name node_modules -type d -prune -exec rm -rf {} +",
      "find . -name __pycache__ -exec rm -rf {} +",
      "find . -name '*.ts' | xargs -P 4 -n 10 grep -l foo",
      "find . -name '*.log' -delete",
      String.raw`find . -path ./node_modules -prune -o -name '*.log' -exec rm {} \;`,
    ];
    expect(judgedOtherwise("allow", commands)).toEqual([]);
  });

  it("asks about other places", () => {
    const commands = ["find .. -name x", "find ~ -name x", String.raw`find . -exec $CMD {} \;`];
    expect(judgedOtherwise("ask", commands)).toEqual([]);
  });

  it("refuses what would be done to places nobody may touch", () => {
    const commands = [
      "find . -type f -exec chmod 777 {} +",
      "find / -delete",
      "find / -name x -delete",
      String.raw`find . -exec rm -rf / \;`,
      String.raw`find . -ok rm {} \;`,
      "find /etc -name '*.conf' -exec sed -i s/a/b/ {} +",
      "find . -delete",
      "find . -name .git -exec rm -rf {} +",
      "find . -name config -delete",
      "find . -path '*/hooks/*' -delete",
      "find . -fprint /etc/x",
      "find . -fls /etc/x",
      "find . | xargs -I{} rm -rf /",
      "find . -name '*' -delete",
      "find . -type f -delete",
      "find . -regex '.*' -delete",
      "find . -name 'conf*' -delete",
      "find . -iname 'CONFIG' -exec rm {} +",
      "find . -path './.git/*' -exec rm -rf {} +",
      "find .git -type f -delete",
      "find . -name hooks -exec rm -rf {} +",
      "find . -maxdepth 1 -exec rm -rf {} +",
      "find . -mindepth 1 -delete",
      "find / -exec cat {} + -delete",
      "find ~ -maxdepth 1 -name '.*rc' -delete",
      "find /usr -name x | xargs rm",
      "find / -name core | xargs rm -f",
      String.raw`find . -exec sudo {} \;`,
      "fd . / -x rm",
      "fd -x sudo ls",
      "fd foo -X rm -rf /",
      String.raw`find . -okdir rm {} \;`,
      "find . -delete -name x",
      "find . -exec rm -rf {} + -name x",
      String.raw`find . ! \( -name a \) -delete`,
      String.raw`find . -not \( -name a -o -name b \) -exec rm {} +`,
      "find ././ -name config -delete",
      "find ./src/.. -name hooks -exec rm -rf {} +",
      "find . -name pre-push -delete",
      String.raw`find . -name commit-msg -exec rm {} \;`,
      "find . -print -name x | xargs rm",
    ];
    expect(judgedOtherwise("deny", commands)).toEqual([]);
  });

  it("takes a name that is only found neither for a program nor for code somebody has seen", () => {
    expect(
      judgedOtherwise("ask", [
        "find . -exec {} \\;",
        "find . -exec env {} \\;",
        "find . -name '*.js' -exec node {} \\;",
        "fd -e sh -x bash",
        "fd -e sh -x {}",
        "fd -H '^\\.env$' -X cat",
      ]),
    ).toEqual([]);
    expect(
      judgedOtherwise("allow", [
        "find . -name '*.sh' -exec bash -n {} \\;",
        "find . -name '*.js' -exec node --check {} \\;",
        "find . -name '*.js' -exec grep -l x {} +",
        "fd -H notes -x cat",
      ]),
    ).toEqual([]);
    expect(judgedOtherwise("deny", ["fd -H '\\.git$' -x rm -rf"])).toEqual([]);
  });

  it("reads expressions as they match", () => {
    expect(
      judgedOtherwise("deny", [
        "find . -regex '.*/h[o]oks/.*' -delete",
        "find . -regex '\\(a*\\)*' -delete",
        "find . -name applypatch-msg -delete",
      ]),
    ).toEqual([]);
    expect(judgedOtherwise("allow", ["find . -regex '.*\\.\\(js\\|ts\\)' -delete"])).toEqual([]);
  });
});

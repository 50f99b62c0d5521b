import { describe, expect, it } from "vitest";
import { judgedOtherwise } from "../../../../../test/judged-otherwise.ts";

describe("xargs", () => {
  it("follows where names come from", () => {
    const commands = [
      "xargs -n1 echo < list.txt",
      "git ls-files | xargs wc -l",
      "git ls-files '*.ts' | xargs grep -n foo",
      "ls *.txt | xargs -n 1 basename",
      "echo a b c | xargs -n1",
      "echo a b | xargs mkdir -p",
      "cat list.txt | xargs -n1 echo",
      "git ls-files -z | xargs -0 sha256sum",
      "xargs -0 -n1 -P4 echo < f",
      'echo "a b" | xargs -n1 -I{} echo "x{}"',
    ];
    expect(judgedOtherwise("allow", commands)).toEqual([]);
  });

  it("asks about names it cannot follow", () => {
    const commands = [
      "xargs rm < list.txt",
      "git ls-files | xargs -I{} sh -c '$X {}'",
      "xargs -a /tmp/list rm",
      "ls | xargs rm -rf",
      "git ls-files | xargs rm",
      "cat list | xargs rm",
      "echo '\"/etc\"' | xargs rm -rf",
    ];
    expect(judgedOtherwise("ask", commands)).toEqual([]);
  });

  it("refuses what it would run on them", () => {
    const commands = [
      "xargs sudo rm < x",
      "ls | xargs chmod 777",
      "xargs -a list rm -rf / ",
      "xargs -0 -a /proc/1/environ echo",
      "xargs -I% sh -c 'rm -rf /' < f",
      "echo / | xargs rm -rf",
      "ls -d /* | xargs rm -rf",
      "echo ~ | xargs rm -rf",
      "printf '%s' / | xargs rm -rf",
      "xargs -n 1 sudo < f",
      "xargs -p rm < f",
      'echo "rm -rf /" | xargs -I{} sh -c {}',
      "echo rm -rf / | xargs -0 sh -c",
      'echo "ls sudo" | xargs -n1 sh -c',
      "xargs -I{} sh -c {} <<< $'ls\\nrm -rf /'",
      "echo 'a,/etc' | xargs -d, rm -rf",
      "printf '%s\\0' /etc | xargs -0r rm -rf",
      "ls -a | xargs -I{} cp x {}/config",
    ];
    expect(judgedOtherwise("deny", commands)).toEqual([]);
  });

  it("knows the files that a pattern of ls names", () => {
    expect(judgedOtherwise("allow", ["ls *.txt | xargs -I{} mv {} {}.bak", "ls *.log | xargs rm"])).toEqual(
      [],
    );
    expect(judgedOtherwise("ask", ["ls | xargs rm", "ls .env* | xargs cat"])).toEqual([]);
    expect(judgedOtherwise("deny", ["ls /etc/*.conf | xargs rm"])).toEqual([]);
  });
});

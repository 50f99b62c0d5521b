import { describe, expect, it } from "vitest";
import { judgedOtherwise } from "../../../../../test/judged-otherwise.ts";

describe("awk", () => {
  it("computes and writes in the workspace", () => {
    const commands = [
      "awk '{print $1}' file",
      "awk -F, 'NR>1 {s+=$3} END {print s/NR}' data.csv",
      "awk '{print > \"out.txt\"}' file",
      "awk '/foo|bar/ && $2 > 5' file",
      "awk -f script.awk data",
      String.raw`awk 'BEGIN{printf "%s\n", "a|b"}'`,
      "awk 'NR%2' f",
      "awk 'length > 80' f",
      "awk '!seen[$0]++' f",
      "awk -v n=3 'NR==n' f",
      'awk \'BEGIN {FS=":"} {print $1 "|" $2}\' f',
      "awk '{ if ($1 > 3) print $0; else print \"x\" }' f",
      "awk '{gsub(/[^a-z]/, \"\"); print tolower($0)}' f",
      "awk '{a[$1]+=$2} END{for(i in a) print i, a[i]}' f",
      String.raw`awk "NR > 3 {print \$2}" f`,
      "awk 'NR>=10 && NR<=20' f",
      "awk -F: '{print $1 \":\" $2}' f",
      String.raw`awk -F'\t' 'BEGIN{OFS=","} {$1=$1; print}' f`,
      "awk '{print NR \": \" $0}' f",
      "awk '/start/,/end/' f",
      "awk 'END{print NR}' f",
      "awk '{sum+=$1; if($1>max) max=$1} END{print sum, max}' f",
      String.raw`awk '{ printf("%-10s %s\n", $1, $2) }' f`,
      "awk 'match($0, /[0-9]+/) {print substr($0, RSTART, RLENGTH)}' f",
    ];
    expect(judgedOtherwise("allow", commands)).toEqual([]);
  });

  it("asks about programs it cannot see", () => {
    const commands = ['awk "$prog" f', "awk -f /dev/stdin x < p.awk"];
    expect(judgedOtherwise("ask", commands)).toEqual([]);
  });

  it("refuses programs that run commands or write elsewhere", () => {
    const commands = [
      "awk 'BEGIN{system(\"id\")}'",
      "awk 'BEGIN { system (\"id\") }' ",
      "awk '{print | \"sh\"}' f",
      "awk 'BEGIN{\"date\"|getline d}'",
      "awk '{ print $0 > \"/etc/hosts\" }' f",
      "awk '{ print $0 >> \"/etc/hosts\" }' f",
      "gawk -i inplace '{print}' /etc/hosts",
      "awk 'BEGIN { while ((\"ls\" | getline x) > 0) print x }'",
      'awk \'BEGIN{f="system"; @f("id")}\'',
      "awk '@load \"filefuncs\"; BEGIN{}'",
      "awk -l filefuncs 1",
      'awk \'BEGIN{print "x" | "cat 1>&2"}\'',
      "gawk -d/etc/x 1",
      "gawk -o/etc/x 1",
      'awk \'{print > "/etc/" "x"}\' f && sudo x',
    ];
    expect(judgedOtherwise("deny", commands)).toEqual([]);
  });

  it("asks about files that awk names itself, and about variables", () => {
    expect(
      judgedOtherwise("ask", [
        "awk 'BEGIN { ARGV[1] = \".env\"; ARGC = 2 } 1'",
        "awk 'BEGIN { for (k in ENVIRON) print ENVIRON[k] }'",
        "awk 'BEGIN { print ENVIRON[\"GITHUB_TOKEN\"] }'",
      ]),
    ).toEqual([]);
    expect(
      judgedOtherwise("allow", [
        "awk 'BEGIN { print ENVIRON[\"HOME\"], ARGV[1] }' a",
        "awk 'ARGV[1] == \"a\"' a",
      ]),
    ).toEqual([]);
  });
});

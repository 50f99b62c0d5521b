import { describe, expect, it } from "vitest";
import { stemOf } from "./stem-of.ts";
import { SYNONYMS } from "./synonyms.ts";
import { createVocabulary } from "./vocabulary.ts";
import { wordsOfName, wordsOfText } from "./words-of.ts";

describe("the vocabulary", () => {
  const vocabulary = createVocabulary();

  it("has every word in one group of synonyms only", () => {
    const words = SYNONYMS.split(/[;\n ]+/).filter((word) => word !== "");
    expect(words.filter((word, at) => words.indexOf(word) !== at)).toEqual([]);
  });

  it("gives words that mean the same one term, whatever their endings", () => {
    expect(vocabulary.termOf("removing")).toBe(vocabulary.termOf("deletes"));
    expect(vocabulary.termOf("repos")).toBe(vocabulary.termOf("repository"));
    expect(vocabulary.termOf("file")).not.toBe(vocabulary.termOf("create"));
  });

  it("leans one way only", () => {
    expect(vocabulary.leaningsOf("open")).toContain(vocabulary.termOf("create"));
    expect(vocabulary.leaningsOf("create")).not.toContain(vocabulary.termOf("open"));
  });

  it("joins two words that are one", () => {
    expect(vocabulary.joined(["merge", "pull", "requests"])).toEqual(["merge", "pr"]);
  });
});

describe("words", () => {
  it.each([
    ["github__create_pull-request", ["github", "create", "pull", "request"]],
    ["getHTTPServerByIDs", ["get", "http", "server", "by", "ids"]],
    ["listS3Buckets2", ["list", "s3", "buckets2"]],
  ])("of the name %s", (name, words) => {
    expect(wordsOfName(name)).toEqual(words);
  });

  it.each([
    ["GitHub's pullRequest on iOS", ["github", "pull", "request", "on", "ios"]],
    ["Café, naïve", ["cafe", "naive"]],
    ["查询天气 now", ["查询", "询天", "天气", "now"]],
  ])("of the text %s", (text, words) => {
    expect(wordsOfText(text)).toEqual(words);
  });

  it.each([
    ["deployments deployed deploying deploy", "deploy"],
    ["queries query", "query"],
    ["stopping stopped stops", "stop"],
    ["translate translation translations", "transl"],
    ["statuses status", "status"],
    ["comments comment", "comment"],
    ["prs pr", "pr"],
  ])("%s have one stem", (words, stem) => {
    expect(words.split(" ").map(stemOf)).toEqual(words.split(" ").map(() => stem));
  });
});

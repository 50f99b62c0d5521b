import { describe, expect, it } from "vitest";
import { plainCommand } from "../../../../../test/plain-command.ts";
import { isDecoder, isNetworkSource, upstream } from "./input-stream.ts";

describe("what a stream is made of", () => {
  it("knows what brings text from the network, also behind another program", () => {
    const yes = [
      "curl x",
      "/usr/bin/wget x",
      "env A=b curl x",
      "sudo -u me curl x",
      "openssl s_client -connect x",
      "timeout 5 nc x 1",
    ];
    const no = ["cat curl", "echo curl", "openssl rand 5", "grep wget x"];
    expect(yes.filter((text) => !isNetworkSource(plainCommand(text)))).toEqual([]);
    expect(no.filter((text) => isNetworkSource(plainCommand(text)))).toEqual([]);
  });

  it("knows what turns text into other text", () => {
    const yes = [
      "base64 -d",
      "xxd -r -p",
      "rev",
      "tr a b",
      "gunzip -c x",
      "python3 -c x",
      "perl -pe x",
      "busybox base64 -d",
    ];
    const no = ["cat x", "head -5 x", "echo base64", "node gen.js", "tee x"];
    expect(yes.filter((text) => !isDecoder(plainCommand(text)))).toEqual([]);
    expect(no.filter((text) => isDecoder(plainCommand(text)))).toEqual([]);
  });

  it("follows a pipe back to where it begins", () => {
    const first = plainCommand("cat a");
    const second = plainCommand("grep b", { input: { kind: "pipe", from: [first] } });
    expect(upstream({ kind: "pipe", from: [second] })).toEqual([second, first]);
    expect(upstream({ kind: "none" })).toEqual([]);
  });
});

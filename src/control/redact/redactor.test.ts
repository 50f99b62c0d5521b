import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Detector } from "./detector.ts";
import { createRedactor } from "./redactor.ts";

const SECRET = 'pa$$ w/ö"rd\\ n°1 — quite long';
const redactor = createRedactor({ secrets: () => [SECRET] });

/** Put together here, so that no scanner takes this file for a leak. */
const A = "A1b2C3d4E5f6G7h8I9j0";
const JWT = ["eyJhbGciOiJIUzI1NiJ9", "eyJzdWIiOiIxMjM0NTY3ODkwIn0", "c2lnbmF0dXJlLWJ5dGVz"].join(".");
const KEY_BODY = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7".repeat(3);
const armour = (which: string, kind = "RSA PRIVATE KEY"): string => `-----${which} ${kind}-----`;

function base64(text: string): string {
  return Buffer.from(text).toString("base64");
}

describe("a known secret", () => {
  it.each([
    ["as it is", SECRET],
    ["in JSON", JSON.stringify(SECRET).slice(1, -1)],
    ["in JSON in JSON", JSON.stringify(JSON.stringify(SECRET)).slice(3, -3)],
    ["in a URL", encodeURIComponent(SECRET)],
    [
      "in a URL with small digits",
      encodeURIComponent(SECRET).replaceAll(/%../g, (escape) => escape.toLowerCase()),
    ],
    ["in a form", encodeURIComponent(SECRET).replaceAll("%20", "+")],
    ["in base64", base64(SECRET)],
    ["in base64url", Buffer.from(SECRET).toString("base64url")],
    ["in hex", Buffer.from(SECRET).toString("hex")],
  ])("is masked %s", (_, form) => {
    expect(redactor.text(`before ${form} after`)).toBe("before [redacted-known-value] after");
  });

  it("is masked inside a longer text in base64, wherever it begins", () => {
    for (const before of ["", "u", "us", "use", "user:"]) {
      const encoded = base64(`${before}${SECRET}${before}and more`);
      const left = redactor.text(encoded).split("[redacted-known-value]");
      expect(left).toHaveLength(2);
      expect(Buffer.from(left.join(""), "base64").toString("utf8")).not.toContain("quite");
    }
  });

  it("is masked line by line where a file is shown with numbers", () => {
    const key = ["first line of a key", "second line of a key"].join("\n");
    const shown = createRedactor({ secrets: () => [key] }).text(
      "1\tfirst line of a key\n2\tsecond line of a key",
    );
    expect(shown).toBe("1\t[redacted-known-value]\n2\t[redacted-known-value]");
  });

  it("is masked from the moment it is known", () => {
    const secrets: string[] = [];
    const growing = createRedactor({ secrets: () => secrets });
    expect(growing.text("swordfish")).toBe("swordfish");
    secrets.push("swordfish");
    expect(growing.text("swordfish")).toBe("[redacted-known-value]");
  });

  it("is nowhere in what is left, whatever surrounds it", () => {
    const word = fc
      .string({ minLength: 6, maxLength: 40, unit: "grapheme-ascii" })
      .filter((secret) => secret.trim() !== "");
    fc.assert(
      fc.property(word, fc.string(), fc.string(), (secret, before, after) => {
        const text = createRedactor({ secrets: () => [secret] }).text(before + secret + after);
        expect(text.replaceAll(/\[redacted-[a-zA-Z-]+\]/g, "\u{0}")).not.toContain(secret);
      }),
    );
  });

  it("is passed by when it is too short to mean anything", () => {
    expect(createRedactor({ secrets: () => ["", "a", "abc"] }).text("an abacus abc")).toBe("an abacus abc");
  });
});

describe("what looks like a secret", () => {
  it.each([
    [`key AKIA${A.toUpperCase().slice(0, 16)}.`, "key [redacted-issued-key]."],
    [`ghp_${A}${A}`, "[redacted-issued-key]"],
    [`github_pat_${A}_${A}`, "[redacted-issued-key]"],
    [`xoxb-${A}-${A}`, "[redacted-issued-key]"],
    [`sk_live_${A}`, "[redacted-issued-key]"],
    [`rk_test_${A}`, "[redacted-issued-key]"],
    [`sk-proj-${A}${A}`, "[redacted-issued-key]"],
    [
      `https://hooks.example/services/T0AB12CD3/B0AB12CD3/${A}`,
      "https://hooks.example/[redacted-issued-key]",
    ],
    [`x ${JWT} y`, "x [redacted-jwt] y"],
    [`Authorization: Bearer ${A}`, "Authorization: Bearer [redacted-login]"],
    [`{"authorization":"Token ${A}"}`, '{"authorization":"Token [redacted-login]"}'],
    ["Proxy-Authorization: Basic dXNlcjpodW50ZXIy", "Proxy-Authorization: Basic [redacted-login]"],
    ["Set-Cookie: sid=abc123def; Path=/", "Set-Cookie: [redacted-login]"],
    ["curl -u me:hunter2 x", "curl -u me:[redacted-login] x"],
    ["postgres://me:hunter2@db:5432/x", "postgres://me:[redacted-login]@db:5432/x"],
    ["https://me:p@ss:w@host/", "https://me:[redacted-login]@host/"],
    [`https://${A}@host/`, "https://[redacted-login]@host/"],
    [`https://x/?X-Abc-Signature=${A}&a=1`, "https://x/?X-Abc-Signature=[redacted-signature]&a=1"],
    ["Server=db;Password=hunter2;Port=1", "Server=db;Password=[redacted-value];Port=1"],
    ["DB_PASSWORD=a,b;c(d)\nX=1", "DB_PASSWORD=[redacted-value]\nX=1"],
    ["     7\texport API_KEY=abcdef1", "     7\texport API_KEY=[redacted-value]"],
    ["?access_token=abcdef1&x=1", "?access_token=[redacted-value]&x=1"],
    ['{"password": "hun\\"ter2", "a": 1}', '{"password": "[redacted-value]", "a": 1}'],
    [
      String.raw`"{\"password\":\"hunter2\",\"a\":1}"`,
      String.raw`"{\"password\":\"[redacted-value]\",\"a\":1}"`,
    ],
    ["password: 'correct horse battery'", "password: '[redacted-value]'"],
    ["db:\n  password: hunter2 # old\n", "db:\n  password: [redacted-value] # old\n"],
    ["aws_secret_access_key = abcdEFGH1234/+abcd\n", "aws_secret_access_key = [redacted-value]\n"],
    ["mysql --password hunter2 -h db", "mysql --password [redacted-value] -h db"],
    ['curl -H "X-Api-Key: abcdef12"', 'curl -H "X-Api-Key: [redacted-value]"'],
    ['password="cut off in the mid', 'password="[redacted-value]'],
  ])("is masked in %j", (text, expected) => {
    expect(redactor.text(text)).toBe(expected);
  });

  it.each([
    [[armour("BEGIN"), KEY_BODY, armour("END")].join("\n")],
    [[armour("BEGIN", "OPENSSH PRIVATE KEY"), KEY_BODY, armour("END", "OPENSSH PRIVATE KEY")].join("\\n")],
    [
      [armour("BEGIN", "PGP PRIVATE KEY BLOCK"), "", KEY_BODY, armour("END", "PGP PRIVATE KEY BLOCK")].join(
        "\r\n",
      ),
    ],
    [
      [armour("BEGIN"), KEY_BODY, armour("END")]
        .map((line, index) => `   ${index}\t${line}`)
        .join("\n")
        .trimStart(),
    ],
  ])("is masked as a whole: a private key like %j", (key) => {
    const masked = redactor.text(`(${key})`);
    expect(masked).not.toContain("MIIE");
    expect(masked).toMatch(/^\(.{0,4}\[redacted-key-block\]\)$/);
  });

  it("is masked in a private key that was cut off", () => {
    expect(redactor.text(`${armour("BEGIN")}\n${KEY_BODY}`)).toBe("[redacted-key-block]");
  });

  it.each([
    "const token = tokens[index];",
    "token: string;",
    "password: z.string(),",
    "login(password=getpass(), token=self.token)",
    "console.log('password:', password);",
    "if (token === other) password += 1;",
    "PWD=/home/me/work",
    "PASSWORD=${DB_PASSWORD} TOKEN=$TOKEN password=****** secret=<secret>",
    "bearer authentication, basic authentication",
    "git@host:a/b.git ssh://git@host/a https://host/@scope/name",
    "docker run -u 1000:1000 image",
    "sk-hynix-builds-a-new-factory-in-2030",
    `the armour ${armour("BEGIN")} opens a key`,
    "the secret: it is not here",
    '{"tokens":4567,"maxTokens":"many"}',
  ])("is not seen in %j", (text) => {
    expect(redactor.text(text)).toBe(text);
  });

  it("is seldom seen in ordinary code", () => {
    const root = fileURLToPath(new URL("../../", import.meta.url));
    const files = readdirSync(root, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts") && !name.includes(join("control", "redact")))
      .map((name) => readFileSync(join(root, name), "utf8"));
    const lines = files.flatMap((text) => text.split("\n"));
    expect(lines.length).toBeGreaterThan(10_000);
    expect(lines.filter((line) => redactor.text(line) !== line).length).toBeLessThan(lines.length / 1000);
    const whole = files.map((text) => redactor.text(text).length - text.length);
    expect(whole.filter((growth) => growth < -1000)).toEqual([]);
  });
});

describe("redaction", () => {
  it("changes nothing the second time", () => {
    const piece = fc.constantFrom(
      ..."password=|token: |'|\"|\\|\n| |Bearer |://|@|:|hunter2|abcdef123456|${X}|(|,".split("|"),
      `ghp_${A}`,
      JWT,
      SECRET,
      armour("BEGIN"),
      KEY_BODY,
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const once = redactor.text(pieces.join(" "));
        expect(redactor.text(once)).toBe(once);
      }),
      { numRuns: 1000 },
    );
  });

  it("reads a megabyte of the worst texts without going back over it", () => {
    const units = [
      "eyJ",
      "eyJaaaaaaaa.",
      "sk-a",
      "-----BEGIN PRIVATE KEY-----!",
      "token=a(",
      'password:\\"',
      "password='\"`",
      "--token ",
      "authorization: ",
      "cookie: a=",
      "://a:",
      "export token=",
      "token=token.",
      "[redacted-",
      "SG.aaaaaaaaaaaaaaaaaaaa.",
      "xoxb-xoxb.",
      "aa1_bb2_cc3_",
      "aa_bb_cc_dd_Aa1Bb2Cc3Dd4Ee5Ff6Gg7Hh8Ii.",
      "Mabcdefghijklmnopqrstuvw.abcdef.",
      "dp.pt.",
      "ABSK+",
      "Private-Lines: 1 ",
      "https://a1234567890123456:",
      "\u{d800}",
    ];
    for (const unit of units) {
      const text = unit.repeat(Math.floor(1_000_000 / unit.length));
      expect(typeof redactor.text(`${text}(`)).toBe("string");
    }
  });

  it("keeps a digest when a detector fails, never the text", () => {
    const broken: Detector = {
      name: "broken",
      find: () => {
        throw new Error("broken");
      },
    };
    const failing = createRedactor({ detectors: [broken] });
    expect(failing.text("the whole truth")).toMatch(/^\[not redacted, sha256 [0-9a-f]{64}\]$/);
    expect(JSON.stringify(failing.value({ a: ["the whole truth"] }))).not.toContain("truth");
  });

  it("keeps a digest when the secrets cannot be had", () => {
    const locked = createRedactor({
      secrets: () => {
        throw new Error("locked");
      },
    });
    expect(locked.text("the whole truth")).toMatch(/^\[not redacted/);
  });

  it("takes other detectors", () => {
    const digits: Detector = {
      name: "digits",
      find: (text) =>
        [...text.matchAll(/\d+/g)].map(({ index, 0: { length } }) => ({
          start: index,
          end: index + length,
          kind: "digits",
        })),
    };
    expect(createRedactor({ detectors: [digits] }).text("a1b22")).toBe(
      "a[redacted-digits]b[redacted-digits]",
    );
  });
});

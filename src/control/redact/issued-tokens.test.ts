import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRedactor } from "./redactor.ts";

const redactor = createRedactor();

const HEX = "0123456789abcdef";
const CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
const LETTERS = `${CAPITALS}abcdefghijklmnopqrstuvwxyz`;

/** A random word, the same in every run, so that no fake secret stands in this file. */
function word(length: number, alphabet = LETTERS): string {
  return fc
    .sample(fc.array(fc.constantFrom(...alphabet.split("")), { minLength: length, maxLength: length }), {
      numRuns: 1,
      seed: length + alphabet.length,
    })
    .flat()
    .join("");
}

/** What secretlint's recommended rules tell of, one or more of each kind. */
const RECOMMENDED: readonly (readonly [string, string])[] = [
  ...["AKIA", "ASIA", "A3TX", "AGPA", "AIDA", "AROA", "AIPA", "ANPA", "ANVA", "ABIA", "ACCA"].map(
    (prefix) => ["AWS key id", prefix + word(16, CAPITALS)] as const,
  ),
  ["AWS secret", `AWS_SECRET_ACCESS_KEY=${word(40)}`],
  ["AWS secret", `SecretAccessKey = '${word(20)}/+${word(18)}'`],
  ["GCP key", JSON.stringify({ private_key: keyBlock("PRIVATE KEY") })],
  ["GCP key", `AIza${word(35)}`],
  ["private key", keyBlock("RSA PRIVATE KEY")],
  ["private key", keyBlock("EC PRIVATE KEY")],
  ["private key", keyBlock("OPENSSH PRIVATE KEY")],
  ...["ghp", "gho", "ghu", "ghs", "ghr"].map((kind) => ["GitHub", `${kind}_${word(36)}`] as const),
  ["GitHub", `github_pat_${word(22)}_${word(59)}`],
  ["GitLab", `glpat-${word(20)}`],
  ["GitLab", `glpat-${word(27)}.01.${word(9)}`],
  ...["xoxa", "xoxb", "xoxo", "xoxp", "xoxr", "xoxs"].map(
    (kind) => ["Slack", `${kind}-${word(12, "123456789")}-${word(24)}`] as const,
  ),
  ["Slack", `xapp-1-${word(11, CAPITALS)}-${word(12, "123456789")}-${word(64, HEX)}`],
  ["Slack", `https://hooks.slack.com/services/T${word(8, CAPITALS)}/B${word(9, CAPITALS)}/${word(24)}`],
  ["npm", `npm_${word(36)}`],
  ["npm", `//registry.example.com/:_authToken=${word(8, HEX)}-${word(4, HEX)}-${word(12, HEX)}`],
  ["npm", `"repository": "https://${word(30)}:x-oauth-basic@example.com/a/b"`],
  ["login in a URL", `https://me:${word(12)}@example.com/`],
  ["SendGrid", `SG.${word(22)}.${word(43)}`],
  ...["shpat", "shpca", "shppa", "shpss"].map((kind) => ["Shopify", `${kind}_${word(32, HEX)}`] as const),
  ["Linear", `lin_api_${word(40)}`],
  ["1Password", `ops_eyJ${word(300)}`],
  ["OpenAI", `sk-${word(20)}T3BlbkFJ${word(20)}`],
  ["OpenAI", `sk-proj-${word(74)}T3BlbkFJ${word(74)}`],
  ["Anthropic", `sk-ant-api03-${word(93)}AA`],
  ["Hugging Face", `hf_${word(34)}`],
  ["Groq", `gsk_${word(52)}`],
  ["Notion", `ntn_${word(46)}`],
  ["Notion", `secret_${word(43)}`],
  ["Databricks", `dapi${word(32, HEX)}`],
  ["Docker", `dckr_pat_${word(27)}`],
  ["Figma", `figd_${word(40)}`],
  ["Grafana", `glsa_${word(32)}_${word(8, HEX)}`],
  ["Grafana", `glc_eyJ${word(60)}`],
  ...["hvs", "hvb", "hvr"].map((kind) => ["Vault", `${kind}.${word(95)}`] as const),
  ...["vcp", "vck", "vca", "vcr", "vci"].map((kind) => ["Vercel", `${kind}_${word(56)}`] as const),
  ...["mongodb", "mongodb+srv", "mysql", "mysqlx", "postgres", "postgresql"].map(
    (scheme) => ["database", `${scheme}://me:${word(12)}@db.example.com/x`] as const,
  ),
];

/** What they do not tell of. */
const BEYOND: readonly (readonly [string, string])[] = [
  ["JWT", `eyJ${word(20)}.eyJ${word(20)}.${word(43)}`],
  ["bearer", `Authorization: Bearer ${word(30)}`],
  ["basic", `Authorization: Basic ${Buffer.from(`me:${word(12)}`).toString("base64")}`],
  ["password", `password=${word(12)}`],
  ["a key that was cut off", keyBlock("PRIVATE KEY").slice(0, 120)],
  ["PuTTY key", `Private-Lines: 2\n${word(64)}\n${word(40)}\nPrivate-MAC: ${word(64, HEX)}`],
  ["Stripe", `sk_live_${word(24)}`],
  ["npm", `_auth=${word(40)}=`],
  ["Slack", `xoxe.xoxb-1-${word(100)}`],
  ["Slack", `xoxc-${word(12, "123456789")}-${word(24)}`],
  ["GitLab", `glsoat-${word(20)}`],
  ["Google", `GOCSPX-${word(28)}`],
  ["Google", `1//0${word(60)}`],
  ["Azure", `AccountKey=${word(86)}==`],
  ["Azure", `${word(3)}8Q~${word(34)}`],
  ["Twilio", `SK${word(32, HEX)}`],
  ["Mailgun", `key-${word(32, HEX)}`],
  ["Mailchimp", `${word(32, HEX)}-us12`],
  ["Telegram", `${word(9, "123456789")}:AA${word(33)}`],
  ["Discord", `M${word(23)}.${word(6)}.${word(38)}`],
  ["Discord", `https://discord.com/api/webhooks/${word(18, "123456789")}/${word(68)}`],
  ["Terraform", `${word(14)}.atlasv1.${word(67)}`],
  ["Sentry", `sntryu_${word(64, HEX)}`],
  ["Doppler", `dp.pt.${word(43)}`],
  ["Airtable", `pat${word(14)}.${word(64, HEX)}`],
  ["Atlassian", `ATATT3xFf${word(160)}=${word(8, CAPITALS)}`],
  ["PyPI", `pypi-${word(80)}`],
  ["DigitalOcean", `dop_v1_${word(64, HEX)}`],
  ["age", `AGE-SECRET-KEY-1${word(58, CAPITALS)}`],
  ["Tailscale", `tskey-auth-${word(12)}-${word(32)}`],
  ["Square", `sq0csp-${word(43)}`],
  ["Postman", `PMAK-${word(24, HEX)}-${word(34, HEX)}`],
  ["New Relic", `NRAK-${word(27, CAPITALS)}`],
  ["Perplexity", `pplx-${word(48)}`],
  ["Resend", `re_${word(8)}_${word(24)}`],
  ["an issuer nobody has heard of", `acme_live_${word(40)}`],
];

describe("a token", () => {
  it.each([...RECOMMENDED, ...BEYOND])("is masked wherever it stands: %s", (_, secret) => {
    for (const [before, after] of [
      ["", ""],
      ["x = ", "\n"],
      ['{"a":"', '"}'],
      ["<", ">"],
      ["(", ")."],
    ] as const) {
      const masked = redactor.text(before + secret + after);
      expect(masked).toContain("[redacted-");
      for (const part of longParts(secret)) expect(masked).not.toContain(part);
      expect(masked.startsWith(before)).toBe(true);
    }
  });

  it.each([
    "call_0123456789abcdefABCDEFgh",
    "toolu_01A2b3C4d5E6f7G8h9J0k1L2",
    `bk_${word(32, HEX)}`,
    `sha256_${word(64, HEX)}`,
    `sha256-${word(43)}=`,
    word(40, HEX),
    "my_module_someRatherLongNameOfAFunctionWith2Or3Numbers4",
    "secret_santa_list secret_of_success_2030",
    "global-to-local-regexp-something-2000",
    "key-value-store-2030-with-a-long-name",
    "https://example.com/a/b/c/services/T1/B2/c",
    "src/control/redact/issuedTokens2.test.ts:120:33",
    "2030-01-01T00:00:00.000Z",
    "550e8400-e29b-41d4-a716-446655440000",
  ])("is not seen in %j", (text) => {
    expect(redactor.text(text)).toBe(text);
  });
});

/** The random words of a secret, without what is known of it beforehand. */
function longParts(secret: string): readonly string[] {
  return secret.match(/[A-Za-z0-9]{20,}/g)?.filter((part) => /\d/.test(part)) ?? [];
}

function keyBlock(kind: string): string {
  const armour = (side: string): string => `-----${side} ${kind}-----`;
  return [armour("BEGIN"), word(64), word(63), word(62), armour("END")].join("\n");
}

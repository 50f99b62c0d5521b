import { readFileSync } from "node:fs";
import { Validator } from "@cfworker/json-schema";
import { describe, expect, it } from "vitest";
import { SETTING_KEYS } from "./config.ts";
import { configJsonSchema } from "./json-schema.ts";
import { loadConfigSchema } from "./load-config-schema.ts";
import { parseConfig } from "./parse-config.ts";

const published: unknown = JSON.parse(readFileSync("config.schema.json", "utf8"));
const page = readFileSync("docs/configuration.md", "utf8");
const examples = [...page.matchAll(/```jsonc\n([^`]*)```/g)].map(([, text = ""]) => text);

describe("config.schema.json", () => {
  it("is up to date; node scripts/write-config-schema.mjs writes it anew", async () => {
    expect(published).toEqual(configJsonSchema());
    expect(await loadConfigSchema()).toEqual(published);
  });

  it("describes every key, and knows no further ones", () => {
    const nameless: string[] = [];
    walk(published, "", (schema, path) => {
      if (path !== "" && typeof schema["description"] !== "string") nameless.push(path);
    });
    expect(nameless).toEqual([]);
    expect(published).toMatchObject({ additionalProperties: false });
  });
});

describe("docs/configuration.md", () => {
  it("has examples that are configurations, for us and for an editor", () => {
    expect(examples.length).toBeGreaterThan(1);
    const validator = new Validator(published as object, "7");
    for (const text of examples) {
      const { settings } = parseConfig("docs/configuration.md", text);
      expect(validator.validate(JSON.parse(JSON.stringify(settings))).errors).toEqual([]);
    }
  });

  it("tells of every key", () => {
    expect(SETTING_KEYS.filter((key) => !page.includes(`\`${key}\``))).toEqual([]);
  });
});

function walk(
  schema: unknown,
  path: string,
  visit: (schema: Record<string, unknown>, path: string) => void,
): void {
  if (typeof schema !== "object" || schema === null) return;
  const record = schema as Record<string, unknown>;
  visit(record, path);
  const { properties, items, anyOf } = record;
  for (const [key, value] of Object.entries(properties ?? {})) walk(value, `${path}/${key}`, visit);
  for (const part of [items, ...(Array.isArray(anyOf) ? anyOf : [])]) {
    for (const [key, value] of Object.entries(
      (part as { properties?: object } | undefined)?.properties ?? {},
    )) {
      walk(value, `${path}/${key}`, visit);
    }
  }
}

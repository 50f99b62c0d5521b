import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { defineTool, textResult } from "../../kernel/index.ts";
import { createMemoryStore } from "../../store/index.ts";
import { openOtlpCollector, type OtlpCollector } from "../../../test/otlp-collector.ts";
import { type ConfigLayer, type Environment, loadConfig, openSession, settingsFromConfig } from "../index.ts";

let folder = "";
let collector: OtlpCollector;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "deckhand-telemetry-"));
  await writeFile(join(folder, "a.txt"), "one\n");
  collector = await openOtlpCollector();
});

afterEach(async () => {
  await collector.close();
  await rm(folder, { recursive: true, force: true });
});

const outer = defineTool({
  name: "outer",
  parameters: { type: "object" },
  trust: "L0",
  run: async (_, { caller, cancel }) => {
    await caller.call("read", { path: "a.txt" }, cancel);
    return textResult("done");
  },
});

/** Makes a few calls as a configuration says, and closes the session. */
async function work(flags: ConfigLayer, env: Environment = {}): Promise<readonly string[]> {
  const { config } = await loadConfig({ cwd: folder, flags: { trust: "L3", ...flags } });
  const { settings, notes } = await settingsFromConfig(config, env);
  const session = openSession({
    ...settings,
    cwd: folder,
    stateFolder: join(folder, "state"),
    addons: [{ name: "mine", tools: [outer] }],
    govern: { ...settings.govern, store: createMemoryStore() },
  });
  await session.call({ id: "1", name: "outer", input: {} });
  await session.call({ id: "2", name: "read", input: { path: "missing" } });
  await session.close();
  return notes;
}

describe("telemetry", () => {
  it("goes nowhere unless the configuration says so, whatever the environment says", async () => {
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.origin };
    expect(await work({}, env)).toEqual([]);
    expect(await work({ telemetry: { content: true } }, env)).toEqual([]);
    expect(collector.requests).toEqual([]);
  });

  it("is sent when the session closes, one span for each call, under the call that made it", async () => {
    await work({ telemetry: { endpoint: collector.origin } });
    const spans = collector.spans();
    expect(spans.map(({ name, status }) => [name, status.code])).toEqual([
      ["execute_tool read", undefined],
      ["execute_tool outer", undefined],
      ["execute_tool read", 2],
    ]);
    const [inner, parent, missing] = spans;
    expect(inner).toMatchObject({ traceId: parent?.traceId, parentSpanId: parent?.spanId });
    expect(missing?.traceId).not.toBe(parent?.traceId);
    const told = spans.flatMap(({ attributes }) => attributes.map(({ key }) => key));
    expect(told).toContain("error.type");
    expect(told).not.toContain("gen_ai.tool.call.arguments");
    expect(told).not.toContain("gen_ai.tool.call.result");
  });

  it("tells arguments and results where that is wanted, and takes address and headers from the environment", async () => {
    const env = {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.origin,
      OTEL_EXPORTER_OTLP_HEADERS: "x-team=a",
      OTEL_SERVICE_NAME: "mine",
    };
    await work({ telemetry: { endpoint: "environment", content: true } }, env);
    expect(collector.requests[0]?.headers).toMatchObject({ "x-team": "a" });
    const inner = collector.spans()[0];
    expect(inner?.attributes).toContainEqual({
      key: "gen_ai.tool.call.arguments",
      value: { stringValue: '{"path":"a.txt"}' },
    });
  });

  it("is switched off by the standard variable, too", async () => {
    await work({ telemetry: { endpoint: collector.origin } }, { OTEL_SDK_DISABLED: "true" });
    expect(collector.requests).toEqual([]);
  });

  it.each(["collector.example:4317", "ftp://collector.example", "http://me:hunter2@127.0.0.1:1"])(
    "is left out with a note when the environment names %s",
    async (address) => {
      const notes = await work(
        { telemetry: { endpoint: "environment" } },
        { OTEL_EXPORTER_OTLP_ENDPOINT: address },
      );
      expect(notes).toEqual([expect.stringMatching(/^Telemetry is left out: /)]);
      expect(notes.join()).not.toContain("hunter2");
    },
  );

  it("does not hurt calls or the end of a session when nobody is there", async () => {
    await collector.close();
    expect(await work({ telemetry: { endpoint: collector.origin } })).toEqual([]);
  });

  it("is not the workspace's to switch on", async () => {
    await mkdir(join(folder, ".deckhand"));
    const file = join(folder, ".deckhand/config.json");
    await writeFile(file, JSON.stringify({ telemetry: { endpoint: collector.origin, content: true } }));
    await work({});
    expect(collector.requests).toEqual([]);
  });
});

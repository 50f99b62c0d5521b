import { describe, expect, it } from "vitest";
import { mergeLayers } from "./config/merge-layers.ts";
import { settingsFromConfig } from "./settings-from-config.ts";

async function governedBy(flags: NonNullable<Parameters<typeof mergeLayers>[0]["flags"]>) {
  return (await settingsFromConfig(mergeLayers({ flags }).config, {})).settings.govern;
}

describe("the settings of a configuration", () => {
  it("say how long what is remembered stays", async () => {
    expect(
      await governedBy({ retention: { traceDays: 1, undoMegabytes: 0, resultDays: 0.5 } }),
    ).toMatchObject({
      retention: {
        traces: { days: 1, megabytes: 256 },
        undo: { days: 7, megabytes: 0 },
        results: { days: 0.5, megabytes: 256 },
      },
    });
  });

  it("tell nobody of calls by themselves", async () => {
    expect(await governedBy({})).toMatchObject({ telemetry: undefined });
  });
});

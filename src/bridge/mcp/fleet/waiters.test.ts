import { getEventListeners } from "node:events";
import { expect, it } from "vitest";
import { manualTime } from "../../../../test/mcp/manual-time.ts";
import { Fault } from "../../../kernel/index.ts";
import { createWaiters } from "./waiters.ts";

it("whoever has left leaves nothing behind, neither a timer nor an ear at the signal", async () => {
  const { timer, waiting, advance } = manualTime();
  const waiters = createWaiters<string>(timer);
  const { signal } = new AbortController();
  const given = waiters.wait({ ms: 10, late, cancel: signal });
  waiters.give("here");
  expect(await given).toBe("here");
  const refused = waiters.wait({ ms: 10, late, cancel: signal });
  waiters.refuse(new Fault("unavailable", "no"));
  await expect(refused).rejects.toThrow("no");
  const tired = waiters.wait({ ms: 10, late, cancel: signal }).catch((error: unknown) => error);
  await advance(10);
  expect(await tired).toMatchObject({ code: "timeout" });
  expect([waiting(), getEventListeners(signal, "abort").length]).toEqual([0, 0]);
});

function late(): Fault {
  return new Fault("timeout", "late");
}

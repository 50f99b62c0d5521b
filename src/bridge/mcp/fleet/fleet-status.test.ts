import { expect, it } from "vitest";
import { fleetBench, rowsOf } from "../../../../test/mcp/fleet-bench.ts";
import { scriptedServer } from "../../../../test/mcp/scripted-servers.ts";
import { fleetStatus } from "./fleet-status.ts";

it("tells other rooms which servers can be reached right now", async () => {
  const { fleet, servers, rest } = fleetBench([
    ...rowsOf("live", "hangs", "fails", "idle"),
    { server: scriptedServer("waits"), pending: "nobody has approved it yet" },
  ]);
  servers.script("live", (attempt) => attempt.accept());
  servers.script("fails", (attempt) => attempt.refuse(new Error("no such program")));
  fleet.start(["live", "hangs", "fails"]);
  await rest();
  const status = fleetStatus(fleet);
  expect(status.servers()).toEqual([
    { id: "live", state: "live" },
    { id: "hangs", state: "connecting" },
    { id: "fails", state: "down", fault: "no such program" },
    { id: "idle", state: "down" },
    { id: "waits", state: "pending approval" },
  ]);
  expect(["live", "hangs", "nobody"].map((id) => status.isLive(id))).toEqual([true, false, false]);
  await fleet.close();
});

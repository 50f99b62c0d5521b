import type { Fleet, McpConnection, RemoteToolSpec } from "../../bridge/index.ts";
import { Fault } from "../../kernel/index.ts";
import { pinDifference } from "../../ledger/index.ts";
import { refuseWithheld } from "../refuse.ts";
import type { Roster } from "./roster.ts";
import { withheldIn } from "./seat.ts";

/** The connection to a tool's server, once it has shown that the tool is still the one that was judged. */
export async function verifiedConnection(
  tool: Pick<RemoteToolSpec, "server" | "name" | "definition">,
  cancel: AbortSignal,
  { fleet, roster }: { readonly fleet: Fleet; readonly roster: Roster },
): Promise<McpConnection> {
  const { server, name, definition } = tool;
  const before = found();
  // Much may have happened while a person was asked: what they disconnected is not started for this.
  refuseUncallable(before, fleet);
  const connection = await fleet.connection(server, cancel);
  const now = found();
  refuseUncallable(now, fleet);
  if (!now.seat.isVerified) throw notThere(tool);
  if (now.tool.pin.whole !== definition && !isOnlyNoted(before, now, definition)) {
    throw new Fault("denied_policy", `The definition of ${name} has changed since this call was judged.`, {
      hint: "Nothing was called. Look at the tool again, then call it as it is now.",
    });
  }
  return connection;

  function found(): Found {
    const known = roster.find(name);
    if (known === undefined) throw notThere(tool);
    return known;
  }
}

/** A title or an icon is for the eye: whoever judged the call judged this tool. */
function isOnlyNoted(before: Found, now: Found, definition: string): boolean {
  const wasJudged = before.tool.pin.whole === definition;
  return wasJudged && pinDifference(before.tool.pin, now.tool.pin).verdict === "noted";
}

type Found = NonNullable<ReturnType<Roster["find"]>>;

function refuseUncallable({ seat, tool }: Found, fleet: Fleet): void {
  refuseWithheld(withheldIn(seat, tool, fleet.server(seat.server.id)));
}

function notThere({ server, name }: Pick<RemoteToolSpec, "server" | "name">): Fault {
  return new Fault("unavailable", `The server ${server} no longer has the tool ${name}.`, {
    hint: "Ask again which tools there are.",
  });
}

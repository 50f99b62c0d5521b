import type { FsFaultPlace } from "../../kernel/index.ts";
import type { Channel } from "./channel.ts";
import type { RefuseWrite } from "./judge-change.ts";
import { remoteFault } from "./remote-fault.ts";

/** What every call on one remote file system shares. */
export interface RemoteGround {
  /** The channel to the files agent. */
  channel(): Promise<Channel>;
  readonly refuseWrite: RefuseWrite;
}

/** Does something over the channel; what the agent refuses becomes a fault about this place. */
export async function onHost<T>(
  { channel }: Pick<RemoteGround, "channel">,
  place: FsFaultPlace,
  work: (channel: Channel) => Promise<T>,
): Promise<T> {
  const open = await channel();
  try {
    return await work(open);
  } catch (error) {
    throw remoteFault(error, place, rootsOf(open));
  }
}

function rootsOf({ hello }: Channel): readonly string[] {
  return hello["roots"] as readonly string[];
}

import { faultInfoOf } from "./fault.ts";
import type { SessionState } from "./session-state.ts";
import { bytesIn, type ContentBlock, textOf } from "./tool-result.ts";

/** A block of bytes: a picture, a sound, or a resource that is no text. */
type MediaBlock = ContentBlock & { readonly data: string };

/** As base64, beyond which providers refuse the whole conversation. */
const MOST_OF_ONE = 5 * 1024 * 1024;
const MOST_OF_ALL = 4 * MOST_OF_ONE;

/** Tells whether a block is bytes and not text. */
export function isMedia(block: ContentBlock): block is MediaBlock {
  return "data" in block && block.data !== undefined;
}

/** Tells whether any bytes of a result would not pass. */
export function holdsTooMuchMedia(content: readonly ContentBlock[]): boolean {
  let all = 0;
  for (const block of content) {
    if (!isMedia(block)) continue;
    all += block.data.length;
    if (block.data.length > MOST_OF_ONE || all > MOST_OF_ALL) return true;
  }
  return false;
}

/** Keeps bytes that would not pass under handles of their own, and says so in their place. */
export async function settleMedia(
  content: readonly ContentBlock[],
  state: Pick<SessionState, "results">,
): Promise<readonly ContentBlock[]> {
  const settled: ContentBlock[] = [];
  let all = 0;
  for (const block of content) {
    const fits =
      !isMedia(block) || (block.data.length <= MOST_OF_ONE && all + block.data.length <= MOST_OF_ALL);
    if (fits && isMedia(block)) all += block.data.length;
    settled.push(fits ? block : { kind: "text", text: await kept(block, state) });
  }
  return settled;
}

async function kept(block: MediaBlock, { results }: Pick<SessionState, "results">): Promise<string> {
  const what = `${textOf(block)} ${bytesIn(block.data)} bytes, too large to pass on`;
  try {
    return `${what}; kept: path=${await results.keep(Buffer.from(block.data, "base64"))}`;
  } catch (error) {
    return `${what}, and not kept (${faultInfoOf(error).message})`;
  }
}

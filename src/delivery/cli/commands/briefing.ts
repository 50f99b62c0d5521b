import { EXIT } from "../exit-code.ts";
import { openFromFlags } from "../open-from-flags.ts";
import { withProgress } from "../progress.ts";
import type { SessionFlags } from "../session-flags.ts";
import type { Terminal } from "../terminal.ts";

/** `deckhand briefing`: the system prompt that tells a model what this session really has. */
export async function briefing(flags: SessionFlags, terminal: Terminal): Promise<number> {
  const session = await openFromFlags(flags, terminal);
  try {
    const text = await withProgress("asking servers", terminal, session.briefing());
    terminal.out(flags.json === true ? JSON.stringify({ briefing: text }) : text);
    return EXIT.ok;
  } finally {
    await session.close();
  }
}

import type { CapabilityRow } from "../kernel/index.ts";

/** The two tools by which a model finds and calls those it is not shown. */
export function metaRows(rows: () => readonly CapabilityRow[]): readonly CapabilityRow[] {
  let search: ReturnType<CapabilityRow["load"]> | undefined;
  return [
    {
      name: "tool_search",
      path: "self.tools.deck.search",
      source: "meta",
      load: () =>
        (search ??= import("../deck/index.ts").then(({ createToolSearch }) => createToolSearch(rows))),
    },
    {
      name: "tool_call",
      path: "self.tools.deck.call",
      source: "meta",
      load: async () => (await import("../deck/index.ts")).toolCall,
    },
  ];
}

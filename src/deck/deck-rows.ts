import type { CapabilityRow, NodePath } from "../kernel/index.ts";
import { NATIVE_TOOLS } from "../tools/index.ts";
import { buildCard } from "./build-card.ts";
import type { CapabilityCard, DeckContext, DeckProfile } from "./contract.ts";
import { BUILTIN_MEMBERS, GOES_BEYOND_BUILTINS } from "./profiles.ts";

/** The capabilities of a profile in deck order, each loaded when somebody asks for it. */
export function deckRows(profile: DeckProfile, ctx: DeckContext): readonly CapabilityRow[] {
  const members = BUILTIN_MEMBERS[profile];
  const builtins = NATIVE_TOOLS.filter(
    ({ source, membership }) => source === "builtin" && members.includes(membership),
  );
  if (!GOES_BEYOND_BUILTINS[profile]) return builtins;
  const further = NATIVE_TOOLS.filter(({ source }) => source === "native");
  return [...builtins, ...APP_CARDS.map((card) => rowOf(card, ctx)), ...further];
}

interface AppCard {
  readonly name: string;
  readonly path: NodePath;
  readonly load: () => Promise<CapabilityCard>;
}

const APP_CARDS: readonly AppCard[] = [
  {
    name: "todo",
    path: "self.tools.todo.board",
    load: async () => (await import("./cards/todo-card.ts")).todoCard,
  },
  {
    name: "bg-process",
    path: "world.tools.system.daemon",
    load: async () => (await import("./cards/daemon-card.ts")).daemonCard,
  },
  {
    name: "task",
    path: "self.tools.task",
    load: async () => (await import("./cards/task-card.ts")).taskCard,
  },
  {
    name: "saas-action",
    path: "world.tools.saas.action",
    load: async () => (await import("./cards/saas-card.ts")).saasCard,
  },
  {
    name: "memory",
    path: "self.tools.memory",
    load: async () => (await import("./cards/memory-card.ts")).memoryCard,
  },
];

/** A card is built once a session, so that what it holds is shared by all calls. */
function rowOf({ name, path, load }: AppCard, ctx: DeckContext): CapabilityRow {
  let built: ReturnType<CapabilityRow["load"]> | undefined;
  return { name, path, source: "card", load: () => (built ??= load().then((card) => buildCard(card, ctx))) };
}

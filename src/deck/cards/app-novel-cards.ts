import type { CapabilityCard } from "../contract.ts";
import { daemonCard } from "./daemon-card.ts";
import { memoryCard } from "./memory-card.ts";
import { saasCard } from "./saas-card.ts";
import { taskCard } from "./task-card.ts";
import { todoCard } from "./todo-card.ts";

/** The five in-house cards, in deck order. */
export const APP_NOVEL_CARDS: readonly CapabilityCard[] = Object.freeze([
  todoCard,
  daemonCard,
  taskCard,
  saasCard,
  memoryCard,
]);

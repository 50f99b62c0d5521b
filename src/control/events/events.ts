/** Something that happened, as others are told of it; never holds a secret. */
export interface DeckhandEvent {
  /** Dotted, such as `tool.completed`. */
  readonly type: string;
  /** The address of what it happened to, such as `world.tools.file.read`. */
  readonly source: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** Takes an event; what it throws or rejects with is nobody's problem. */
export type EventListener = (event: DeckhandEvent) => unknown;

/** The one bus of a session: everything that wants to be told is told here. */
export interface Events {
  /** Tells everyone who asked for events of this kind, later: whoever emits never waits and never fails. */
  emit(event: DeckhandEvent): void;
  /** Asks for every event whose type begins with a prefix: `tool.`, `tool.failed`, or everything with none. */
  subscribe(prefix: string, listener: EventListener): () => void;
  /** Settles when everything emitted so far was handed out. */
  settled(): Promise<void>;
}

interface Subscription {
  readonly prefix: string;
  readonly listener: EventListener;
  active: boolean;
}

/** Makes a bus that hands events out in order, after the code that emitted them has gone on. */
export function createEvents(): Events {
  const subscriptions = new Set<Subscription>();
  let waiting: (() => void)[] = [];

  return {
    emit(event) {
      const takers = [...subscriptions].filter(({ prefix }) => event.type.startsWith(prefix));
      if (takers.length === 0) return;
      const told: DeckhandEvent = Object.freeze({ ...event, payload: Object.freeze({ ...event.payload }) });
      for (const taker of takers) later(() => tell(taker, told));
    },
    subscribe(prefix, listener) {
      const subscription: Subscription = { prefix, listener, active: true };
      subscriptions.add(subscription);
      return () => {
        subscription.active = false;
        subscriptions.delete(subscription);
      };
    },
    settled: () => new Promise((resolve) => later(resolve)),
  };

  function later(deed: () => void): void {
    if (waiting.length === 0) setImmediate(handOut);
    waiting.push(deed);
  }

  function handOut(): void {
    const deeds = waiting;
    waiting = [];
    for (const deed of deeds) deed();
  }
}

/** A listener that throws, at once or later, has only harmed itself. */
function tell({ active, listener }: Subscription, event: DeckhandEvent): void {
  if (!active) return;
  try {
    Promise.resolve(listener(event)).catch(() => undefined);
  } catch {
    // Nobody waits for a listener.
  }
}

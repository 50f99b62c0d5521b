/** Waits a moment for a goodbye to be said; a server that does not listen is left without one. */
export async function politely(leaving: Promise<void> | undefined): Promise<void> {
  if (leaving === undefined) return;
  let waiting: NodeJS.Timeout | undefined;
  const enough = new Promise<void>((resolve) => (waiting = setTimeout(resolve, FAREWELL_MS)));
  await Promise.race([leaving.catch(() => {}), enough]);
  clearTimeout(waiting);
}

const FAREWELL_MS = 1000;

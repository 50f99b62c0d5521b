/** Whether a pager only passes on what it gets. */
export function isQuietPager(command: string): boolean {
  return /^(?:|cat|\/bin\/cat|\/usr\/bin\/cat)$/.test(command);
}

/** Whether an editor leaves the text as it is and is done. */
export function isQuietEditor(command: string): boolean {
  return /^(?::|true|\/bin\/true|\/usr\/bin\/true)$/.test(command);
}

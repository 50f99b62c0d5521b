/** A name as one word of a command line that a person may copy. */
export function commandWord(name: string): string {
  return /^[\w.@:/-]+$/.test(name) && !name.startsWith("-") ? name : `'${name.replaceAll("'", "'\\''")}'`;
}

/** A map that nobody can change, also not past the compiler. */
export function readOnlyMap<K, V>(entries: Iterable<readonly [K, V]>): ReadonlyMap<K, V> {
  return Object.freeze(Object.assign(new Map(entries), { set: refuse, delete: refuse, clear: refuse }));
}

function refuse(): never {
  throw new TypeError("This map is derived: change the table it comes from.");
}

/** The address of a tool: what it does to the world, or to the session itself. */
export type NodePath = `world.tools.${string}` | `self.tools.${string}`;

const SHAPE = /^(?:world|self)\.tools(?:\.[a-z][a-z0-9_-]*)+$/;

/** Tells whether a word has the shape of a node path. */
export function isNodePath(word: string): word is NodePath {
  return SHAPE.test(word);
}

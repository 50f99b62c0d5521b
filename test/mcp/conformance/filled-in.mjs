/** @typedef {{ type?: string | string[], properties?: Record<string, Schema>, required?: string[], default?: unknown, enum?: unknown[] }} Schema */

/**
 * What a person sends who changes nothing in a form: its defaults.
 * @param {unknown} schema
 * @returns {Record<string, string | number | boolean | string[]>}
 */
export function filledIn(schema) {
  const { properties = {} } = /** @type {Schema} */ (schema ?? {});
  const filled = Object.entries(properties).filter(([, field]) => field.default !== undefined);
  return Object.fromEntries(filled.map(([name, field]) => [name, /** @type {string} */ (field.default)]));
}

/**
 * The least input a schema accepts: what it requires, and of that the plainest.
 * @param {unknown} schema
 * @returns {Record<string, unknown>}
 */
export function argumentsFor(schema) {
  const { properties = {}, required = [] } = /** @type {Schema} */ (schema ?? {});
  return Object.fromEntries(required.map((name) => [name, plainest(properties[name] ?? {})]));
}

/** @param {Schema} schema */
function plainest(schema) {
  if (schema.default !== undefined) return schema.default;
  if (schema.enum !== undefined) return schema.enum[0];
  const type = (Array.isArray(schema.type) ? schema.type[0] : schema.type) ?? "string";
  if (type === "object") return argumentsFor(schema);
  return type in PLAINEST ? PLAINEST[/** @type {keyof typeof PLAINEST} */ (type)] : "text";
}

const PLAINEST = { number: 1, integer: 1, boolean: true, array: [], null: null };

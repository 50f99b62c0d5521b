/** The keyword by which a tool wants an argument repeated as an HTTP header. */
export const HEADER_KEYWORD = "x-mcp-header";

/** The specification lets arguments of these types be repeated, and no others. */
const PLAIN_TYPES = new Set<unknown>(["string", "integer", "boolean"]);

/** What a header may be called (RFC 9110, section 5.6.2). */
const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/;

type Fields = Readonly<Record<string, unknown>>;

/** Why the headers that a schema asks for cannot be sent, as the specification has it; undefined when they can. */
export function unfitHeaders(schema: unknown): string | undefined {
  const names = new Set<string>();
  return flawIn(schema, "root");

  /** Only what is reached by `properties` alone is an argument, or part of one. */
  function flawIn(value: unknown, place: "root" | "argument" | "elsewhere"): string | undefined {
    if (typeof value !== "object" || value === null) return undefined;
    if (HEADER_KEYWORD in value && !Array.isArray(value)) {
      const flaw = place === "argument" ? flawOf(value) : "one belongs to no argument";
      if (flaw !== undefined) return flaw;
    }
    for (const [keyword, part] of Object.entries(value)) {
      const isArguments = keyword === "properties" && place !== "elsewhere" && isFields(part);
      const flaw = isArguments ? firstFlaw(Object.values(part), "argument") : flawIn(part, "elsewhere");
      if (flaw !== undefined) return flaw;
    }
    return undefined;
  }

  function firstFlaw(schemas: readonly unknown[], place: "argument"): string | undefined {
    for (const each of schemas) {
      const flaw = flawIn(each, place);
      if (flaw !== undefined) return flaw;
    }
    return undefined;
  }

  function flawOf({ [HEADER_KEYWORD]: name, type }: Fields): string | undefined {
    if (typeof name !== "string" || !TOKEN.test(name)) return "one has a name that no header can have";
    if (!PLAIN_TYPES.has(type)) return "one is of a type that no header can carry";
    if (names.has(name.toLowerCase())) return "two have the same name";
    names.add(name.toLowerCase());
    return undefined;
  }
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

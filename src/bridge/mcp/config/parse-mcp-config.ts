import { serverIdProblem } from "../../../ledger/index.ts";
import { Fault, showInvisible } from "../../../kernel/index.ts";
import type { DeclaredServer } from "./declared-server.ts";
import { type McpDiagnostic, type McpDiagnosticKind, quoted, shownName } from "./mcp-diagnostic.ts";
import { formatOf, type HostFormat, type McpHost } from "./mcp-host.ts";
import { NotParsedFault, type ParsedText, parseText } from "./parse-text.ts";
import { isPlainList, isPlainMap, kindOf, plainAt, type PlainPath, type PlainValue } from "./plain-value.ts";
import { readRow } from "./read-row.ts";
import { unpinnedPackage } from "./unpinned-package.ts";

/** A configuration file to read. */
export interface McpConfigText {
  readonly file: string;
  readonly text: string;
  readonly host: McpHost;
  /** Further ways from the root of the file to servers; they come first. */
  readonly roots?: readonly (readonly string[])[];
}

/** What a file says. */
export interface ParsedMcpConfig {
  /** In the order of the file; ids are unique. */
  readonly servers: readonly DeclaredServer[];
  readonly diagnostics: readonly McpDiagnostic[];
  /** Whether the file was in its format at all; an editor may be in the middle of writing it when not. */
  readonly isWhole: boolean;
}

/** Reads a configuration file; it never throws, and a bad row costs only itself. */
export async function parseMcpConfig({
  file,
  text,
  host,
  roots = [],
}: McpConfigText): Promise<ParsedMcpConfig> {
  const format = formatOf(host);
  try {
    const parsed = await parseText(text, format.format);
    return { ...readServers(file, parsed, { ...format, roots: [...roots, ...format.roots] }), isWhole: true };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const place = error instanceof NotParsedFault ? error.place : undefined;
    const message = `${error.message}; no server of this file is used`;
    return { servers: [], diagnostics: [{ kind: "not-parsed", file, ...place, message }], isWhole: false };
  }
}

/** More servers than anybody has; each would become a process or a connection. */
const MOST_SERVERS = 200;

/** A file full of mistakes is not worth the time to explain each. */
const MOST_DIAGNOSTICS = 50;

const UNPINNED = "it downloads a package without naming its version, so another program may run next time";

type Read = Pick<ParsedMcpConfig, "servers" | "diagnostics">;

function readServers(file: string, parsed: ParsedText, format: HostFormat): Read {
  const notes = createNotes(file, parsed);
  const found = rowsIn(parsed, format, notes);
  const servers = new Map<string, DeclaredServer>();
  for (const { id, path, row } of found.slice(0, MOST_SERVERS)) {
    const problem = idProblem(id);
    if (problem !== undefined)
      notes.add("bad-id", path, undefined, `the server's id ${quoted(id)} ${problem}; it is not used`);
    else if (!isPlainMap(row))
      notes.add("bad-row", path, id, `expected an object, not ${kindOf(row)}; it is not used`);
    else if (servers.has(id))
      notes.add("duplicate-id", path, id, "a row above has the same id and is used instead");
    else {
      const { server, problems } = readRow(id, row, format);
      for (const { kind, field, message } of problems) notes.add(kind, path, id, message, field);
      if (server !== undefined) servers.set(id, server);
      if (server !== undefined && unpinnedPackage(server) !== undefined)
        notes.add("unpinned-package", path, id, UNPINNED, "args");
    }
  }
  if (found.length > MOST_SERVERS)
    notes.add("more", [], undefined, `only the first ${MOST_SERVERS} of ${found.length} servers are read`);
  return { servers: [...servers.values()], diagnostics: notes.all() };
}

interface FoundRow {
  readonly id: string;
  readonly path: PlainPath;
  readonly row: PlainValue;
}

function rowsIn({ root, repeated }: ParsedText, format: HostFormat, notes: Notes): readonly FoundRow[] {
  const roots = format.roots.filter((path) => plainAt(root, path) !== undefined);
  // One of the ways is the beginning of another one: then it is no server that is called so.
  const apart = roots.filter(
    (path) => !roots.some((other) => other !== path && path.every((key, at) => other[at] === key)),
  );
  if (apart.length === 0 && !format.isSettings) {
    const keys = format.roots.map((path) => `"${path.join(".")}"`).join(" or ");
    notes.add("no-servers", [], undefined, `it has no ${keys}`);
  }
  noteRepeated(repeated, apart, notes);
  return apart.flatMap((path) => {
    const value = plainAt(root, path) ?? null;
    if (isPlainMap(value)) return [...value].map(([id, row]) => ({ id, path: [...path, id], row }));
    if (isPlainList(value))
      return value.map((row, index) => ({ id: nameOf(row), path: [...path, index], row }));
    notes.add("no-servers", path, undefined, `expected an object or a list of servers, not ${kindOf(value)}`);
    return [];
  });
}

function nameOf(row: PlainValue): string {
  const name = isPlainMap(row) ? row.get("name") : undefined;
  return typeof name === "string" ? name : "";
}

/** Of a key that is given twice the first counts; parsers differ in that, so it is said. */
function noteRepeated(
  repeated: readonly PlainPath[],
  roots: readonly (readonly string[])[],
  notes: Notes,
): void {
  for (const path of repeated) {
    const root = roots.find((each) => each.every((key, at) => path[at] === key) && path.length > each.length);
    const [id, ...field] = root === undefined ? [] : path.slice(root.length).map(String);
    if (id === undefined) continue;
    if (field.length === 0)
      notes.add("duplicate-id", path, id, "a row above has the same id and is used instead");
    else notes.add("repeated-key", path, id, "it is given twice; the first counts", field.join("."));
  }
}

function idProblem(id: string): string | undefined {
  if (id.trim() !== id) return id.trim() === "" ? "is empty" : "begins or ends with a space";
  if (id.length > LONGEST_ID) return `has more than ${LONGEST_ID} characters`;
  if (showInvisible(id) !== id || /\p{Cc}/u.test(id)) return "holds characters that cannot be seen";
  return serverIdProblem(id);
}

const LONGEST_ID = 100;

interface Notes {
  readonly add: (
    kind: McpDiagnosticKind,
    path: PlainPath,
    server: string | undefined,
    message: string,
    field?: string,
  ) => void;
  readonly all: () => readonly McpDiagnostic[];
}

function createNotes(file: string, { placeOf }: ParsedText): Notes {
  const diagnostics: McpDiagnostic[] = [];
  let left = 0;
  return {
    add: (kind, path, server, message, field) => {
      if (diagnostics.length >= MOST_DIAGNOSTICS) return void (left += 1);
      diagnostics.push({
        kind,
        file,
        ...placeOf(field === undefined ? path : [...path, ...field.split(".")]),
        ...(server === undefined ? {} : { server: shownName(server) }),
        ...(field === undefined ? {} : { field: shownName(field) }),
        message,
      });
    },
    all: () =>
      left === 0 ? diagnostics : [...diagnostics, { kind: "more", file, message: `and ${left} more` }],
  };
}

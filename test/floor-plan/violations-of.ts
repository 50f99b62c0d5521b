import { posix } from "node:path";
import { moduleFacts, type ModuleFacts, type ModuleImport } from "./module-facts.ts";
import {
  FRONT_DOOR,
  LOADS_USER_MODULES,
  MACHINE_MODULES,
  ROOMS,
  ROOMS_WITH_MCP,
  ROOMS_WITHOUT_MACHINE,
  type RoomRule,
} from "./rooms.ts";

/** Everything in these sources (path → text) that is not as the floor plan says; one sentence each. */
export function violationsOf(sources: ReadonlyMap<string, string>): string[] {
  if (sources.size === 0) return ["no source file was scanned"];
  return [...sources].flatMap(([file, source]) => {
    const room = roomOf(file);
    const rule = ROOMS.get(room);
    if (!rule) return [`${file} is in "${room}", which the floor plan does not have`];
    // Tests put rooms together to try them (a tool on a real backend) and are not shipped.
    if (isTest(file)) return [];
    return violationsIn(file, room, rule, moduleFacts(file, source)).map(
      (violation) => `${file} ${violation}`,
    );
  });
}

function roomOf(file: string): string {
  if (file === "src/index.ts") return FRONT_DOOR;
  const folders = file.split("/").slice(1, -1);
  return folders.slice(0, folders[0] === "delivery" ? 2 : 1).join("/");
}

function isTest(file: string): boolean {
  return /\.test(-d)?\.ts$/.test(file);
}

function violationsIn(file: string, room: string, rule: RoomRule, facts: ModuleFacts): string[] {
  return [
    ...facts.imports.flatMap((found) => importViolation(file, room, rule, found) ?? []),
    ...(facts.hasDefaultExport ? ["has a default export"] : []),
    ...facts.mutableState.map((name) => `keeps mutable state at module level: ${name}`),
    ...(ROOMS_WITHOUT_MACHINE.includes(room) ? facts.machineGlobals : []).map(
      (name) => `reaches the machine by ${name}`,
    ),
  ];
}

function importViolation(
  file: string,
  room: string,
  rule: RoomRule,
  found: ModuleImport,
): string | undefined {
  const { specifier } = found;
  if (specifier === undefined)
    return LOADS_USER_MODULES.includes(file) ? undefined : "computes what it imports, which nobody can check";
  if (!specifier.startsWith(".")) return packageViolation(room, specifier);
  const target = posix.join(posix.dirname(file), specifier);
  if (!target.startsWith("src/")) return `imports ${target}, which is not in src`;
  const entered = roomOf(target);
  if (entered === room) return undefined;
  if (!isAllowed(rule, entered, found.kind))
    return `imports ${target}: ${room} may not import ${entered} (${found.kind})`;
  return target === `src/${entered}/index.ts`
    ? undefined
    : `imports ${target}: ${entered} is entered by its index.ts`;
}

function isAllowed(rule: RoomRule, entered: string, kind: ModuleImport["kind"]): boolean {
  if (rule.imports.includes(entered)) return true;
  return (
    (kind === "type" && rule.types?.includes(entered)) ||
    (kind === "lazy" && rule.lazy?.includes(entered)) ||
    false
  );
}

function packageViolation(room: string, specifier: string): string | undefined {
  if (/^(deckhand(\/|$)|\/|#)/.test(specifier))
    return `imports ${specifier}: inside src, import by relative path`;
  if (specifier.startsWith("@modelcontextprotocol/") && !ROOMS_WITH_MCP.includes(room))
    return `speaks MCP by ${specifier}`;
  const reaches = MACHINE_MODULES.includes(specifier.replace(/^node:/, ""));
  if (reaches && ROOMS_WITHOUT_MACHINE.includes(room))
    return `imports ${specifier}: ${room} never reaches the machine`;
  return undefined;
}

import { parseSync, Visitor, type ESTree } from "vite";

/** One way a module names another one. */
export interface ModuleImport {
  /** Undefined when `import()` computes it. */
  readonly specifier: string | undefined;
  readonly kind: "value" | "type" | "lazy";
}

/** What the floor plan wants to know of one source file. */
export interface ModuleFacts {
  readonly imports: readonly ModuleImport[];
  readonly hasDefaultExport: boolean;
  /** Names of module-level bindings that can change. */
  readonly mutableState: readonly string[];
  /** Globals used that reach the machine without an import. */
  readonly machineGlobals: readonly string[];
}

/** Reads the facts from the syntax tree, so that comments and strings never count. */
export function moduleFacts(file: string, source: string): ModuleFacts {
  const { program, errors } = parseSync(file, source);
  if (errors[0]) throw new Error(`${file} cannot be parsed: ${errors[0].message}`);
  return {
    imports: importsOf(program),
    hasDefaultExport: program.body.some(isDefaultExport),
    mutableState: program.body.flatMap(mutableNames),
    machineGlobals: machineGlobalsOf(program),
  };
}

function importsOf(program: ESTree.Program): ModuleImport[] {
  const imports: ModuleImport[] = [];
  const add = (specifier: string | undefined, kind: ModuleImport["kind"]): void =>
    void imports.push({ specifier, kind });
  new Visitor({
    ImportDeclaration: ({ source, importKind }) =>
      add(source.value, importKind === "type" ? "type" : "value"),
    ExportAllDeclaration: ({ source, exportKind }) =>
      add(source.value, exportKind === "type" ? "type" : "value"),
    ExportNamedDeclaration: ({ source, exportKind }) => {
      if (source) add(source.value, exportKind === "type" ? "type" : "value");
    },
    TSImportType: ({ source }) => add(source.value, "type"),
    ImportExpression: ({ source }) => add(literalText(source), "lazy"),
  }).visit(program);
  return imports;
}

function literalText(node: ESTree.Expression): string | undefined {
  if (node.type === "Literal" && typeof node.value === "string") return node.value;
  if (node.type === "TemplateLiteral" && node.expressions.length === 0) return node.quasis[0]?.value.raw;
  return undefined;
}

function isDefaultExport(node: ESTree.Program["body"][number]): boolean {
  if (node.type === "ExportDefaultDeclaration") return true;
  if (node.type !== "ExportNamedDeclaration") return false;
  return node.specifiers.some(
    ({ exported }) => (exported.type === "Identifier" ? exported.name : exported.value) === "default",
  );
}

function mutableNames(statement: ESTree.Program["body"][number]): string[] {
  const node = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
  if (node?.type !== "VariableDeclaration" || node.declare) return [];
  return node.declarations
    .filter(({ init }) => node.kind === "let" || node.kind === "var" || isEmptyCollection(init))
    .map(({ id }) => (id.type === "Identifier" ? id.name : "a destructured name"));
}

/** A collection born empty at module level is there to be filled; one with content is a table. */
function isEmptyCollection(init: ESTree.Expression | null): boolean {
  if (init?.type === "TSAsExpression" || init?.type === "TSSatisfiesExpression")
    return isEmptyCollection(init.expression);
  if (init?.type === "ArrayExpression") return init.elements.length === 0;
  if (init?.type !== "NewExpression" || init.callee.type !== "Identifier") return false;
  return init.arguments.length === 0 && ["Map", "Set", "WeakMap", "WeakSet"].includes(init.callee.name);
}

const MACHINE_GLOBALS = ["fetch", "WebSocket", "EventSource"];

/** Any use counts, called or handed on; the name of a member or a field is no use. */
function machineGlobalsOf(program: ESTree.Program): string[] {
  const found = new Set<string>();
  const labels = new Set<number>();
  const label = ({ key, computed }: { key: { start: number }; computed: boolean }): void => {
    if (!computed) labels.add(key.start);
  };
  new Visitor({
    Property: ({ key, computed, shorthand }) => label({ key, computed: computed || shorthand }),
    MethodDefinition: label,
    PropertyDefinition: label,
    TSMethodSignature: label,
    TSPropertySignature: label,
    MemberExpression: ({ object, property, computed }) => {
      label({ key: property, computed });
      const name = computed ? literalText(property) : property.type === "Identifier" && property.name;
      if (name === "getBuiltinModule") found.add(name);
      if (name === "fetch" && object.type === "Identifier" && object.name === "globalThis") found.add(name);
    },
    Identifier: ({ name, start }) => {
      if (MACHINE_GLOBALS.includes(name) && !labels.has(start)) found.add(name);
    },
  }).visit(program);
  return [...found];
}

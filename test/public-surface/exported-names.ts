import { parseSync, type ESTree } from "vite";

/** The names an `index.ts` exports, sorted; types as `type Name`, and a star as `* from …`, which pins nothing. */
export function exportedNames(file: string, source: string): string[] {
  return parseSync(file, source).program.body.flatMap(namesOf).toSorted();
}

function namesOf(node: ESTree.Program["body"][number]): string[] {
  if (node.type === "ExportAllDeclaration") return [`* from ${node.source.value}`];
  if (node.type === "ExportDefaultDeclaration") return ["default"];
  if (node.type !== "ExportNamedDeclaration") return [];
  const listed = node.specifiers.map(({ exported, exportKind }) =>
    named(
      exported.type === "Identifier" ? exported.name : exported.value,
      node.exportKind === "type" || exportKind === "type",
    ),
  );
  return node.declaration ? [...listed, ...declaredNames(node.declaration)] : listed;
}

function declaredNames(node: ESTree.Declaration): string[] {
  if (node.type === "VariableDeclaration") {
    return node.declarations.map(({ id }) => (id.type === "Identifier" ? id.name : "a destructured name"));
  }
  const isType = node.type === "TSInterfaceDeclaration" || node.type === "TSTypeAliasDeclaration";
  return "id" in node && node.id?.type === "Identifier" ? [named(node.id.name, isType)] : [];
}

function named(name: string, isType: boolean): string {
  return isType ? `type ${name}` : name;
}

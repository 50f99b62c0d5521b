import type { AndOr, PipelineNode } from "unbash";
import type { FunctionBody } from "./expansion.ts";
import { adoptPerhaps, eitherFolder } from "./merge-scopes.ts";
import { type Folder, forkOf, type Scope } from "./scope.ts";
import type { Place, Walker } from "./walker.ts";

/** What follows the first may run or not; each sees what those before it did. */
export function walkAndOr({ commands, operators }: AndOr, place: Place, walker: Walker): void {
  const [first, ...rest] = commands;
  if (first === undefined) return;
  let before = place.scope.folder;
  walker.walk(first, place);
  const then = forkOf(place.scope);
  rest.forEach((command, index) => {
    if (operators[index] === "&&") {
      before = then.folder;
      walker.walk(command, { ...place, scope: then });
    } else {
      otherwise(command, before, then);
    }
  });
  adoptPerhaps(place.scope, then);

  /** Where the left side failed, it may not have changed the folder. */
  function otherwise(command: PipelineNode, folder: Folder, scope: Scope<FunctionBody>): void {
    const instead = forkOf(scope);
    instead.folder = eitherFolder(folder, scope.folder);
    walker.walk(command, { ...place, scope: instead });
    if (!leaves(command)) adoptPerhaps(scope, instead);
  }
}

/** Whether nothing after it runs: `cd x || exit 1`. */
function leaves(node: PipelineNode): boolean {
  if (node.type === "Command") return LEAVING.has(node.name?.text ?? "");
  if (node.type === "Redirected") return leaves(node.command);
  const last = node.type === "BraceGroup" ? node.body.commands.at(-1)?.command : undefined;
  return last?.type === "Command" && leaves(last);
}

const LEAVING: ReadonlySet<string> = new Set(["exit", "return", "break", "continue"]);

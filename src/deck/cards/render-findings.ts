import type { SaasAction, SaasFindings } from "../../kernel/index.ts";

/** Actions as a model reads them: how each is called, what it does, and what it takes. */
export function renderFindings({ actions, total, toolkits }: SaasFindings, limit: number): string {
  const services = toolkits.length === 0 ? "none" : toolkits.map(oneLine).join(", ");
  if (actions.length === 0)
    return `No action matches. Services: ${services}. Use other words, or leave query out.`;
  const shown = actions.slice(0, limit);
  const head = `${shown.length} of ${Math.max(total, actions.length)} action(s). Services: ${services}.`;
  return [head, ...shown.map(paragraphOf), "Use action=execute slug=… arguments={…} to run one."].join(
    "\n\n",
  );
}

function paragraphOf({ slug, summary, parameters }: SaasAction): string {
  return `${oneLine(slug)}: ${oneLine(summary)}\narguments: ${JSON.stringify(parameters)}`;
}

/** A summary comes from outside, and of several lines it could pass for several actions. */
function oneLine(text: string): string {
  return text.trim().replaceAll(/\s+/g, " ");
}

import { Fault, type SaasFindings, type ToolResult } from "../../kernel/index.ts";

/** What a gateway found, if that is what it answered with. */
export function parseFindings(answer: SaasFindings): SaasFindings {
  const { actions, total, toolkits } = fieldsOf(answer);
  const isWhole =
    isListOf(actions, ({ slug, summary }) => typeof slug === "string" && typeof summary === "string") &&
    typeof total === "number" &&
    Array.isArray(toolkits) &&
    toolkits.every((toolkit) => typeof toolkit === "string");
  if (!isWhole) throw unreadable("its findings");
  return answer;
}

/** What an action answered, if a gateway passes it on as a result. */
export function parseResult(answer: ToolResult): ToolResult {
  const { content, isError } = fieldsOf(answer);
  const isWhole = isListOf(content, isBlock) && typeof isError === "boolean";
  if (!isWhole) throw unreadable("the result of the action");
  return answer;
}

function isBlock({ kind, text, uri }: Record<string, unknown>): boolean {
  switch (kind) {
    case "text":
      return typeof text === "string";
    case "resource":
    case "link":
      return typeof uri === "string";
    default:
      return kind === "json" || kind === "image" || kind === "audio";
  }
}

function isListOf(value: unknown, isRight: (fields: Record<string, unknown>) => boolean): boolean {
  return Array.isArray(value) && value.every((each) => isRight(fieldsOf(each)));
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

function unreadable(what: string): Fault {
  return new Fault(
    "tool_error",
    `The gateway to outside services does not show ${what} in a readable form.`,
    {
      hint: "What was asked for may have happened all the same: look before you ask again.",
    },
  );
}

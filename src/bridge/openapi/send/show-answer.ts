import {
  clamp,
  errorResult,
  jsonResult,
  type NetResponse,
  textResult,
  type ToolResult,
} from "../../../kernel/index.ts";
import { type Mask, maskValue } from "../../mask-secrets.ts";
import { mediaTypeOf, tryText } from "./text-of-answer.ts";

/** What is known when an answer has come. */
export interface Answer extends Pick<NetResponse, "status" | "headers"> {
  readonly slug: string;
  readonly bytes: Uint8Array;
  readonly mask: Mask;
  /** The environment variables that credentials came from. */
  readonly variables: readonly string[];
}

/** The result of a call; an answer that reports an error, or points elsewhere, is an error result. */
export function showAnswer(answer: Answer): ToolResult {
  const { status } = answer;
  if (REDIRECTS.includes(status)) return elsewhere(answer);
  return status >= 200 && status < 300 ? success(answer) : failure(answer);
}

const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];

function success(answer: Answer): ToolResult {
  const { status, bytes, headers, mask } = answer;
  const noted = notedHeaders(answer);
  const text = tryText(bytes, headers);
  const value = text === undefined ? undefined : tryJson(text, headers, mask);
  if (value !== undefined)
    return jsonResult({ status, ...(noted === undefined ? {} : { headers: noted }), body: value.json });
  const lines = Object.entries(noted ?? {}).map(([name, told]) => `${name}: ${told}`);
  const type = mediaTypeOf(headers).slice(0, 80) || "no type";
  if (bytes.length === 0) return textResult([`Status ${status}, nothing else came.`, ...lines].join("\n"));
  if (text === undefined) {
    const what = `Status ${status}. The answer is not text (${mask(type)}, ${bytes.length} bytes) and is not shown.`;
    return textResult([what, ...lines].join("\n"));
  }
  return textResult([`Status ${status}, ${mask(type)}.`, ...lines, "", mask(text)].join("\n"));
}

/** Headers that tell where to go on. */
const NOTED = ["location", "link", "retry-after"] as const;

function notedHeaders({ headers, mask }: Answer): Readonly<Record<string, string>> | undefined {
  const found = NOTED.flatMap((name) =>
    headers[name] === undefined ? [] : [[name, mask(headers[name])] as const],
  );
  return found.length === 0 ? undefined : Object.fromEntries(found);
}

function tryJson(
  text: string,
  headers: NetResponse["headers"],
  mask: Mask,
): { readonly json: unknown } | undefined {
  const type = mediaTypeOf(headers);
  if (text === "" || (type !== "" && !/[/+]json$/.test(type))) return undefined;
  try {
    return { json: maskValue(JSON.parse(text), mask) };
  } catch {
    return undefined;
  }
}

function elsewhere({ slug, status, headers, mask }: Answer): ToolResult {
  const to =
    headers["location"] === undefined
      ? "without saying where"
      : `to ${mask(headers["location"]).slice(0, 500)}`;
  return errorResult({
    code: "tool_error",
    message: `${slug} answered ${status} and points ${to}. Redirects are not followed, so that no credentials go elsewhere.`,
    hint: "The document's server may have moved: the person who configured it can set `server`.",
  });
}

const MOST_EXCERPT = 4000;

function failure(answer: Answer): ToolResult {
  const { slug, status, bytes, headers, mask } = answer;
  const said = mask(tryText(bytes, headers)?.trim() ?? "");
  const excerpt = clamp(said, { kind: "head", maxBytes: MOST_EXCERPT });
  return errorResult({
    code: "tool_error",
    message: `${slug} answered ${status}${excerpt === "" ? "." : `:\n${excerpt}`}`,
    hint: hintFor(answer),
  });
}

function hintFor({ status, variables, headers, mask }: Answer): string {
  if (status === 401 || status === 403) {
    return variables.length === 0
      ? "No credentials were sent: the document does not ask for any, or none are configured."
      : `The credentials come from ${variables.join(" and ")}: check that they are right and may do this.`;
  }
  const wait = headers["retry-after"];
  if (status === 429 && wait !== undefined) return `Wait as it asks: ${mask(wait).slice(0, 100)}.`;
  if (status === 429 || status >= 500) return "The service may be busy or broken: try again later.";
  return "Check the arguments against the action's parameters.";
}

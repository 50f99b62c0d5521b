import { Fault, type NetRequest } from "../../../kernel/index.ts";
import type { CallPlan, Operation } from "../read/operation.ts";
import type { Parameter } from "../read/read-parameters.ts";
import { argumentsOf, BODY_ARGUMENT } from "../schema/parameters-of.ts";
import type { Credential } from "./credential.ts";
import { encodeBody } from "./encode-body.ts";
import { expandPath, pathText } from "./expand-path.ts";
import { formPairs, type Pair, pairsText } from "./form-pairs.ts";
import { joined } from "./written.ts";

/** Arguments after their check. */
export type Arguments = Readonly<Record<string, unknown>>;

/** Writes a call down as a request; values that cannot be sent are an `invalid_input` fault. */
export function buildRequest(
  { method, path, service }: Operation,
  plan: CallPlan,
  input: Arguments,
  credentials: Credential,
): NetRequest {
  const given = givenParameters(plan, input);
  const pairs = (place: "query" | "cookie"): readonly Pair[] =>
    given[place].flatMap(({ parameter, value }) =>
      written(parameter.name, () =>
        unreserved(formPairs(parameter, value, encodeURIComponent), service.reserved[place]),
      ),
    );
  const query = pairsText([...pairs("query"), ...credentials.query], encodeURIComponent);
  const cookies = [...pairs("cookie"), ...credentials.cookies].map(({ name, value }) => `${name}=${value}`);
  const body = bodyOf(plan, input);
  return {
    method,
    url: urlOf(
      plan.server,
      expandPath(path, (name) => pathValue(given.path, name)),
      query,
    ),
    headers: {
      accept: "application/json, text/*;q=0.9, */*;q=0.5",
      ...Object.fromEntries(given.header.map(headerOf)),
      ...(body === undefined ? {} : { "content-type": body.mediaType }),
      ...(cookies.length === 0 ? {} : { cookie: cookies.join("; ") }),
      ...credentials.headers,
    },
    ...(body === undefined ? {} : { body: body.bytes }),
  };
}

interface Given {
  readonly parameter: Parameter;
  readonly value: unknown;
}

function givenParameters(
  plan: CallPlan,
  input: Arguments,
): Readonly<Record<Parameter["place"], readonly Given[]>> {
  const given = [...argumentsOf(plan)].flatMap(([argument, parameter]) =>
    Object.hasOwn(input, argument) ? [{ parameter, value: input[argument] }] : [],
  );
  const at = (place: Parameter["place"]): Given[] =>
    given.filter(({ parameter }) => parameter.place === place);
  return { path: at("path"), query: at("query"), header: at("header"), cookie: at("cookie") };
}

function pathValue(given: readonly Given[], name: string): string {
  const found = given.find(({ parameter }) => parameter.name === name);
  if (found === undefined) throw new Fault("invalid_input", `${name} is part of the path and must be given.`);
  return written(name, () => pathText(found.parameter, found.value));
}

/** An object that becomes many pairs brings names of its own. */
function unreserved(pairs: readonly Pair[], reserved: ReadonlySet<string>): readonly Pair[] {
  const taken = pairs.find(({ name }) => reserved.has(name));
  if (taken === undefined) return pairs;
  throw new Fault("invalid_input", `${taken.name} carries credentials and is not for a caller to set.`);
}

function headerOf({ parameter, value }: Given): readonly [string, string] {
  const { name, explode, isJson } = parameter;
  const text = written(name, () =>
    isJson ? JSON.stringify(value) : joined(value, { separator: ",", explode, encode: asItIs }),
  );
  if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(text)) {
    throw new Fault(
      "invalid_input",
      `${name} is sent as a header and has characters that no header can have.`,
      {
        hint: "Leave out line breaks, control characters and everything outside Latin-1.",
      },
    );
  }
  return [name.toLowerCase(), text];
}

function asItIs(text: string): string {
  return text;
}

function bodyOf({ body }: CallPlan, input: Arguments): ReturnType<typeof encodeBody> | undefined {
  if (body === undefined || !Object.hasOwn(input, BODY_ARGUMENT)) return undefined;
  return written(BODY_ARGUMENT, () => encodeBody(body, input[BODY_ARGUMENT]));
}

function urlOf(server: URL, path: string, query: string): string {
  const joint = query === "" ? "" : path.includes("?") ? "&" : "?";
  const text = `${server.origin}${server.pathname.replace(/\/$/, "")}${path}${joint}${query}`;
  if (URL.canParse(text) && new URL(text).origin === server.origin) return text;
  throw new Fault("unavailable", `${path.slice(0, 200)} cannot be part of a URL.`);
}

/** Half characters and bottomless values cannot be written down. */
function written<T>(name: string, write: () => T): T {
  try {
    return write();
  } catch (error) {
    if (!(error instanceof URIError) && !(error instanceof RangeError)) throw error;
    throw new Fault(
      "invalid_input",
      `${name} cannot be sent: it holds half a character, or is nested too deep.`,
    );
  }
}

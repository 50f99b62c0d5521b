import { Fault } from "../../../kernel/index.ts";

/** Throws the fault for an answer that is no page of results by its status alone. */
export function refuseStatus(name: string, status: number, headers: Readonly<Record<string, string>>): void {
  const fault = statusFault(name, status, headers);
  if (fault !== undefined) throw fault;
}

function statusFault(
  name: string,
  status: number,
  headers: Readonly<Record<string, string>>,
): Fault | undefined {
  if (status === 429 || status === 202) return rateLimited(name, status, headers["retry-after"]);
  if (status === 401 || status === 407) {
    return new Fault("unavailable", `${name} did not accept the key (HTTP ${status}).`, {
      hint: "A person has to set a valid key for it in the configuration; until then, fetch a known page with webfetch.",
    });
  }
  if (status === 403) return blocked(name, `HTTP ${status}`);
  if (status >= 300 && status < 400) {
    const place = headers["location"] === undefined ? "" : ` to ${headers["location"].slice(0, 300)}`;
    return new Fault("unavailable", `${name} redirects${place} instead of answering (HTTP ${status}).`, {
      hint: "Another search provider can be set in the configuration.",
    });
  }
  if (status >= 200 && status < 300) return undefined;
  return new Fault("unavailable", `${name} could not answer (HTTP ${status}).`, {
    hint: status >= 500 ? "Try again in a minute." : "Try a shorter or simpler query.",
  });
}

function rateLimited(name: string, status: number, after: string | undefined): Fault {
  const wait = after !== undefined && /^\d{1,6}$/.test(after) ? `${after} seconds` : "a minute";
  return new Fault(
    "unavailable",
    `${name} turned the search away because of too many requests (HTTP ${status}).`,
    {
      hint: `Wait ${wait} before the next search, search less often, or fetch a known page with webfetch.`,
    },
  );
}

/** The fault for a page that asks for a person. */
export function blocked(name: string, sign: string): Fault {
  return new Fault(
    "unavailable",
    `${name} wants proof that a person is searching and showed no results (${sign}).`,
    {
      hint: "Try again later, fetch a known page with webfetch, or have a provider with a key set in the configuration.",
    },
  );
}

/** The fault for an answer that holds something else than results. */
export function unreadable(name: string, found: string): Fault {
  return new Fault("tool_error", `${name} answered with something that is no list of results: ${found}.`, {
    hint: "Try again later, or have another search provider set in the configuration.",
  });
}

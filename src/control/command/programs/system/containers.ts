import type { ProgramFacts } from "../../program-facts.ts";
import { type Call, named, type Programs } from "../arguments/describe.ts";
import { allOf, found } from "../arguments/facts.ts";

/** Programs that speak to a service which runs containers outside the sandbox. */
export const CONTAINERS: Programs = named(
  "docker podman nerdctl docker-compose podman-compose buildah",
  container,
);

function container({ args, surroundings }: Call): ProgramFacts {
  const texts = args.map(({ text }) => text ?? "");
  if (texts.length === 1 && /^(?:version|help|-v|--version|--help)$/.test(texts[0] ?? "")) return {};
  const opens = texts.some((text, at) => opensMachine(text, texts[at + 1] ?? "", surroundings.workspace));
  return allOf(
    found("sandbox.container"),
    opens ? found("sandbox.host") : {},
    wantsTerminal(texts) ? found("terminal.interactive") : {},
    { network: [] },
  );
}

/** `-t` gives a container's program a terminal; behind the first word that is no option's value it is that program's own. */
function wantsTerminal(texts: readonly string[]): boolean {
  const start = texts.findIndex((text) => text === "run" || text === "exec");
  const options = start < 0 ? [] : texts.slice(start + 1);
  const end = options.findIndex(
    (text, at) => !text.startsWith("-") && !/^-(?:[a-z]*[aceluvpwhm]|-[a-z-]+)$/.test(options[at - 1] ?? ""),
  );
  return options
    .slice(0, end < 0 ? options.length : end)
    .some((text) => text === "--tty" || /^-[di]*t[di]*$/.test(text));
}

/** Whether an option hands the machine to the container: its rights, its processes, its network, its devices or its files. */
function opensMachine(text: string, next: string, workspace: string): boolean {
  const [, name, attached] = /^(-v|--[\w-]+)=?(.*)$/s.exec(text) ?? [];
  const value = attached === "" || attached === undefined ? next : attached;
  switch (name ?? "") {
    case "--privileged":
      return value !== "false";
    case "--cap-add":
    case "--security-opt":
    case "--device":
      return true;
    case "--pid":
    case "--ipc":
    case "--uts":
    case "--userns":
    case "--network":
    case "--net":
      return value.startsWith("host");
    case "-v":
    case "--volume":
    case "--mount":
      return isForeign(value.replace(/^.*?\b(?:source|src)=/, ""), workspace);
    default:
      return false;
  }
}

function isForeign(place: string, workspace: string): boolean {
  const path = place.replace(/[:,].*$/s, "");
  if (path.includes("..")) return true;
  return /^[/~]/.test(path) && path !== workspace && !path.startsWith(`${workspace}/`);
}

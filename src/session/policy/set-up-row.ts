import { mkdir, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { isWithin } from "../../control/index.ts";
import { Fault } from "../../kernel/index.ts";
import { realPath } from "../../backends/index.ts";
import { parseSetupLine, type SetupLine } from "./parse-setup-line.ts";
import type { RowWorkspace } from "./row-workspace.ts";
import { type OpenNamed, SETUP_STEPS } from "./setup-steps.ts";

/** Carries out one line of a row's setup, without git and without a shell; nothing outside the row's folder is touched. */
export async function setUpRow(line: string, workspace: RowWorkspace, session: OpenNamed): Promise<void> {
  const parsed = parseSetupLine(workspace.fill(line), workspace.ws);
  const step = Object.hasOwn(SETUP_STEPS, parsed.verb) ? SETUP_STEPS[parsed.verb] : undefined;
  if (step === undefined) throw unknownLine(line);
  await refuseElsewhere(parsed, workspace);
  if (FILES.has(parsed.verb)) await refuseNoFile(parsed);
  if (FILES.has(parsed.verb) || LINKS.has(parsed.verb) || OTHERS.has(parsed.verb))
    await mkdir(dirname(parsed.path), { recursive: true });
  await step({ ...parsed, workspace, session });
}

/** A row comes from anybody, and a link in it may lead anywhere. */
async function refuseElsewhere({ verb, path, target }: SetupLine, { root, ws }: RowWorkspace): Promise<void> {
  // What is read goes the way of every call, and is refused there.
  if (verb === "read" || verb === "race-swap") return;
  const places = [
    LINKS.has(verb) ? join((await realPath(dirname(path))) ?? "/", basename(path)) : await realPath(path),
    ...(verb === "hardlink" ? [await realPath(resolve(ws, target))] : []),
  ];
  if (places.every((place) => place !== undefined && isWithin(place, root))) return;
  throw new Fault("invalid_input", `The setup would touch ${path}, outside of the row's own folder.`, {
    hint: "Use paths below $WS or $OUT.",
  });
}

/** To write into a pipe would take for ever. */
async function refuseNoFile({ path }: SetupLine): Promise<void> {
  const facts = await stat(path).catch(() => undefined);
  if (facts === undefined || facts.isFile()) return;
  throw new Fault("invalid_input", `The setup would write ${path}, which is no file.`);
}

/** What is made is the link itself, wherever it leads. */
const LINKS: ReadonlySet<string> = new Set(["symlink", "relink", "plant-temp"]);

const FILES: ReadonlySet<string> = new Set(
  "file binary sparse line-file utf16 bomcrlf gitfile trap outside-file modify bash-modify".split(" "),
);

const OTHERS: ReadonlySet<string> = new Set(["dir", "outside-dir", "hardlink", "fifo", "socket"]);

function unknownLine(line: string): Fault {
  return new Fault("invalid_input", `There is no setup line ${JSON.stringify(line.slice(0, 100))}.`, {
    hint: `Lines begin with one of: ${Object.keys(SETUP_STEPS).join(", ")}.`,
  });
}

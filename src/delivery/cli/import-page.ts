import { mcpDiagnosticLine, shownRow } from "../../bridge/index.ts";
import type { ImportPlan } from "./import-plan.ts";
import { block, oneLine, printable } from "./printable.ts";
import type { Terminal } from "./terminal.ts";

/** What taking over a host's servers does, for a person: every row as it will be written, secrets hidden. */
export function importPage(
  { servers, leftOut, diagnostics, file }: ImportPlan,
  terminal: Terminal,
  to: "out" | "note",
): string {
  const isTold = (server: string | undefined): boolean => leftOut.some(({ id }) => id === server);
  return [
    ...servers.map(({ id, source, declared }) =>
      [
        `${terminal.paint("bold", oneLine(id), to)} from ${printable(source.file)}`,
        block(shownRow(declared)),
      ].join("\n"),
    ),
    ...leftOut.map(
      ({ id, from, why }) =>
        `${terminal.paint("yellow", "left out:", to)} ${oneLine(id)} of ${printable(from)}: ${printable(why)}`,
    ),
    ...diagnostics
      .filter(({ server }) => !isTold(server))
      .map((each) => `${terminal.paint("yellow", "note:", to)} ${printable(mcpDiagnosticLine(each))}`),
    servers.length === 0
      ? "There is nothing to take over."
      : `${servers.length === 1 ? "One server goes" : `${servers.length} servers go`} into ${printable(file)}.`,
  ].join("\n");
}

/** The same for machines. */
export function importJson({ host, file, servers, leftOut, diagnostics }: ImportPlan): object {
  return {
    host,
    file,
    servers: servers.map(({ id, source, declared }) => ({
      id,
      from: source.file,
      // A shown row is JSON with its secrets hidden.
      row: JSON.parse(shownRow(declared)) as unknown,
    })),
    leftOut,
    diagnostics,
  };
}

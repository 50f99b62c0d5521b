import type { Proposal, SimulatedChange, Simulation } from "../../session/index.ts";
import { block, oneLine } from "./printable.ts";
import { table } from "./table.ts";
import type { Terminal } from "./terminal.ts";

const COLOURS = { allow: "green", ask: "yellow", deny: "red" } as const;

/** What a replay came to, for a person: what changes, and which rules would have saved questions. */
export function simulationPage(simulation: Simulation, terminal: Terminal): string {
  const { changes, proposals } = simulation;
  return [
    summary(simulation),
    ...(changes.length === 0 ? [] : ["", changeTable(changes, terminal)]),
    ...(proposals.length === 0 ? [] : ["", proposed(proposals, terminal)]),
  ].join("\n");
}

function summary(simulation: Simulation): string {
  const { calls, unjudged, now, changed } = simulation;
  const { redacted, unknown, invalid } = unjudged;
  const left = redacted + unknown + invalid;
  const cannot = [
    ...(redacted === 0 ? [] : [`${redacted} remembered without secrets or not in full`]),
    ...(unknown === 0 ? [] : [`${unknown} of tools that are not on offer`]),
    ...(invalid === 0 ? [] : [`${invalid} with input that does not fit`]),
  ];
  return [
    `Calls replayed: ${calls}.`,
    ...(left === 0 ? [] : [`${left} cannot be judged: ${cannot.join(", ")}.`]),
    `Now: ${counts(now)}.`,
    ...(changed === undefined ? [] : [`Then: ${counts(changed)}.`, difference(simulation)]),
  ].join("\n");
}

function counts({ allow, ask, deny }: Simulation["now"]): string {
  return `${ask} asked about, ${deny} refused, ${allow} unasked`;
}

function difference({ changes }: Simulation): string {
  const count = (fits: (change: SimulatedChange) => boolean): number =>
    changes.filter(fits).reduce((sum, { times }) => sum + times, 0);
  const gone = count(({ from }) => from === "ask");
  const come = count(({ to }) => to === "ask");
  const refused = count(({ to }) => to === "deny");
  return `Questions: ${gone} disappear, ${come} appear. Calls newly refused: ${refused}.`;
}

function changeTable(changes: readonly SimulatedChange[], terminal: Terminal): string {
  const head = ["NOW", "THEN", "TIMES", "CALL", "WHY"].map((title) => terminal.paint("dim", title));
  const rows = changes.map(({ from, to, times, tool, what, reason }) => [
    terminal.paint(COLOURS[from], from),
    terminal.paint(COLOURS[to], to),
    String(times),
    oneLine(`${tool} ${what}`, 60),
    oneLine(reason, 160),
  ]);
  return table([head, ...rows]);
}

function proposed(proposals: readonly Proposal[], terminal: Terminal): string {
  const entries = proposals.map(({ saves, sentence, config }) => {
    const questions = saves === 1 ? "1 question" : `${saves} questions`;
    return `${terminal.paint("bold", questions)}  ${oneLine(sentence, 1200)}\n${block(JSON.stringify(config))}`;
  });
  return [
    terminal.paint("dim", "Rules that would have saved questions, to be added to your configuration:"),
    ...entries,
  ].join("\n");
}

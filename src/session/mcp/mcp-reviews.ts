import {
  acceptServer,
  acceptTools,
  consentTo,
  type JudgedTool,
  type McpServer,
  type PinnedServer,
  shownRow,
  showDifference,
  showTextDifference,
} from "../../bridge/index.ts";
import { serverOfQualified } from "../../ledger/index.ts";
import { flagLine } from "./flag-line.ts";
import type { McpCore } from "./mcp-core.ts";
import { identityOf, scopeOf, type Seat } from "./seat.ts";
import type { McpReview, SessionMcp } from "./session-mcp.ts";
import { suspiciousRow } from "./suspicious-row.ts";

/** The part of it where a person agrees. */
type McpReviews = Pick<SessionMcp, "review" | "approve">;

/** Shows what there is to agree to, and keeps what was agreed to: exactly what was shown, whatever came since. */
export function mcpReviews(core: McpCore): McpReviews {
  const { parts, place, roster } = core;
  const shown = new WeakMap<McpReview, Shown>();
  return {
    review: async (name) => {
      const { server } = seatCalled(name);
      await listedNow(server.id);
      const seat = core.known(server.id);
      const waiting = waitingIn(seat, name);
      const review = reviewOf(name, seat, waiting);
      shown.set(review, { seat, waiting });
      return review;
    },
    approve: async (review) => {
      const agreed = shown.get(review);
      if (agreed === undefined) throw new TypeError("Only what was shown can be agreed to.");
      const now = place.clock.now();
      await keep(review, agreed, new Date(now));
      await core.reload();
      // What was agreed to is kept: sessions that do not hear of it now see it when they begin anew.
      await parts.bell.ring(now).catch(() => undefined);
    },
  };

  /** By the id of a server, or by a tool of one. */
  function seatCalled(name: string): Seat {
    return roster.seat(name) ?? roster.find(name)?.seat ?? core.known(serverOfQualified(name) || name);
  }

  async function listedNow(id: string): Promise<void> {
    if (core.known(id).isVerified || !core.startable().includes(id)) return;
    const fleet = await core.fleet();
    fleet.start([id]);
    await fleet.settled([id]);
  }

  async function keep({ name }: McpReview, { seat, waiting }: Shown, at: Date): Promise<void> {
    const { server, consent, listing } = seat;
    const isWhole = name === server.id;
    if (isWhole && consent.verdict === "pending") await parts.consents.grant(consentTo(server, at));
    if (listing === undefined) return;
    await parts.pins.update(scopeOf(server), (pinned): PinnedServer | undefined =>
      isWhole ? acceptServer(pinned, listing, identityOf(server), at) : acceptTools(pinned, waiting, at),
    );
  }
}

/** What a person was shown, and agrees to. */
interface Shown {
  readonly seat: Seat;
  readonly waiting: readonly JudgedTool[];
}

/** The tools that wait for a person; all of them where nobody knows any more what was accepted. */
function waitingIn({ server, listing }: Seat, name: string): readonly JudgedTool[] {
  const isWaiting = ({ standing }: JudgedTool): boolean =>
    standing === "new" ||
    standing === "changed" ||
    (listing?.server === "changed" && standing !== "unusable");
  return (listing?.tools ?? []).filter(
    (tool) => isWaiting(tool) && (name === server.id || tool.name === name),
  );
}

function reviewOf(name: string, seat: Seat, waiting: readonly JudgedTool[]): McpReview {
  const { server } = seat;
  const changes = [...(name === server.id ? serverChanges(seat) : []), ...waiting.map(toolChange)];
  return {
    name,
    server,
    isNeeded: changes.length > 0,
    lines: changes.flatMap((change) => [
      `${change.name} (${change.what}):`,
      ...change.lines.map((line) => `  ${line}`),
    ]),
    changes,
  };
}

type Change = McpReview["changes"][number];

function serverChanges({ server, consent, listing }: Seat): readonly Change[] {
  const { id } = server;
  const told = showTextDifference("instructions", listing?.acceptedInstructions, listing?.instructions);
  return [
    ...(consent.verdict === "pending" ? [rowToAgreeTo(server)] : []),
    ...(listing?.instructionsStanding === "changed"
      ? [{ name: id, what: "tells models something else about itself", lines: told }]
      : []),
  ];
}

function rowToAgreeTo(server: McpServer): Change {
  const { id, source, declared } = server;
  const doubts = suspiciousRow(server).map((reason) => `suspicious: ${reason}`);
  return {
    name: id,
    what: `a server of ${source.file}`,
    lines: [...shownRow(declared).split("\n"), ...doubts],
  };
}

function toolChange({ name, standing, renamedFrom, accepted, definition, flags }: JudgedTool): Change {
  return {
    name,
    what: renamedFrom === undefined ? standing : `${standing}, the same as ${renamedFrom} was`,
    lines: [
      ...showDifference(accepted?.definition, definition),
      ...flags.map((flag) => `suspicious: ${flagLine(flag)}`),
    ],
  };
}

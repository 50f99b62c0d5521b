import { createHash } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { memorySessionMcp, remoteToolFacts, serverFacts } from "../../../../test/memory-session-mcp.ts";
import { recordingTerminal } from "../../../../test/run-command-line.ts";
import type { McpReview } from "../../../session/index.ts";
import { mcpApprove, type McpApproveFlags, mcpDiff } from "./mcp-approve.ts";

let state = "";

beforeEach(async () => {
  state = await mkdtemp(join(tmpdir(), "deckhand-mcp-approve-"));
  vi.stubEnv("XDG_STATE_HOME", state);
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(state, { recursive: true, force: true });
});

describe("deckhand mcp approve", () => {
  it("shows a person everything there is to agree to, and agrees to exactly that at a yes", async () => {
    const { code, out, err, did } = await approve({ typed: "y\n" });
    expect({ code, out, did }).toEqual({ code: 0, out: "approved files\n", did: ["approve files"] });
    expect(err).toContain("+ does something else<U+202E>");
    expect(err).not.toContain("\u202e");
    expect(err).not.toContain("\u001b");
  });

  it.each(["\n", "n\n", "yesno\n", "\u0003"])("agrees to nothing at %j", async (typed) => {
    expect(await approve({ typed })).toMatchObject({
      code: 1,
      did: [],
      err: expect.stringContaining("not approved"),
    });
  });

  it("takes a person: a terminal or an operator's token", async () => {
    await expect(approve({ isTTY: false, flags: { yes: true } })).rejects.toMatchObject({
      code: "denied_trust",
      hint: expect.stringContaining("deckhand mcp approve files"),
    });
    vi.stubEnv("DECKHAND_JOB", "0123456789abcdef");
    await expect(approve({ typed: "y\n" })).rejects.toMatchObject({ code: "denied_trust" });
    vi.stubEnv("DECKHAND_JOB", undefined);
    await keepToken();
    expect(await approve({ isTTY: false })).toMatchObject({ code: 0, did: ["approve files"] });
  });

  it("with --json asks nobody: without --yes it needs approval, with it it is done", async () => {
    await expect(approve({ flags: { json: true }, typed: "y\n" })).rejects.toMatchObject({
      code: "needs_approval",
    });
    await keepToken();
    await expect(approve({ isTTY: false, flags: { json: true } })).rejects.toMatchObject({
      code: "needs_approval",
    });
    const { code, out, did } = await approve({ flags: { json: true, yes: true } });
    expect({ code, did }).toEqual({ code: 0, did: ["approve files"] });
    expect(JSON.parse(out)).toEqual({
      status: "ok",
      name: "files",
      server: "files",
      isNeeded: true,
      changes: REVIEW.changes,
    });
    expect(out).not.toContain("s3cret");
  });

  it("says so where nothing waits, also to those who could not agree", async () => {
    const review = { ...REVIEW, isNeeded: false, lines: [], changes: [] };
    expect(await approve({ review, isTTY: false })).toMatchObject({
      code: 0,
      did: [],
      err: "Nothing about files waits for approval.\n",
    });
  });

  it("refuses a name of nothing with the names that come near", async () => {
    await expect(approve({ name: "fils__read" })).rejects.toMatchObject({
      name: "UsageFault",
      hint: 'Did you mean "files__read"? Servers: files.',
    });
    await expect(approve({ name: "files__gone" })).rejects.toMatchObject({
      name: "UsageFault",
      message: 'files has no tool "files__gone".',
    });
    await expect(approve({ name: "files__gone", review: undefined })).rejects.toMatchObject({
      name: "UsageFault",
    });
  });
});

describe("deckhand mcp diff", () => {
  it("shows the same, agrees to nothing, and ends like diff", async () => {
    const { code, out, err, did } = await diff(REVIEW);
    expect({ code, did }).toEqual({ code: 1, did: [] });
    expect(out).toContain("+ does something else<U+202E>");
    expect(err).toContain("deckhand mcp approve files");
    expect(await diff({ ...REVIEW, isNeeded: false })).toMatchObject({ code: 0, out: "" });
    const { code: waits, out: json } = await diff(REVIEW, { json: true });
    expect({ waits, json: JSON.parse(json) as unknown }).toMatchObject({
      waits: 1,
      json: { name: "files", isNeeded: true, changes: [{ name: "files__read" }] },
    });
  });
});

const LINES = ["- reads a file", "+ does something else\u202e\u001b[2J"];

const REVIEW: McpReview = {
  name: "files",
  isNeeded: true,
  lines: ["files__read (changed):", ...LINES],
  changes: [{ name: "files__read", what: "changed", lines: LINES }],
  server: {
    id: "files",
    transport: "stdio",
    command: "x",
    args: ["s3cret"],
    env: {},
    hash: "h",
    declared: { id: "files", transport: "stdio", command: "x", args: ["${KEY}"], env: {} },
    source: {
      file: "/p/.mcp.json",
      host: "claude-code",
      origin: "project",
      workspace: "/p",
      isInWorkspace: true,
    },
  },
};

interface Approving {
  readonly name?: string;
  readonly review?: McpReview | undefined;
  readonly typed?: string;
  readonly isTTY?: boolean;
  readonly flags?: McpApproveFlags;
}

async function approve({ name = "files", typed = "", isTTY = true, flags = {}, ...given }: Approving) {
  const { terminal, printed } = recordingTerminal();
  const review = "review" in given ? given.review : REVIEW;
  const mcp = memorySessionMcp({
    servers: [serverFacts()],
    tools: [remoteToolFacts()],
    ...(review === undefined ? {} : { review }),
  });
  const input = Object.assign(new PassThrough(), { isTTY });
  const output = Object.assign(new PassThrough(), { isTTY });
  input.write(typed);
  const code = await mcpApprove(mcp, name, flags, terminal, { input, output });
  return { code, did: mcp.did, ...printed };
}

async function diff(review: McpReview, flags: McpApproveFlags = {}) {
  const { terminal, printed } = recordingTerminal();
  const mcp = memorySessionMcp({ servers: [serverFacts()], review });
  const code = await mcpDiff(mcp, "files", flags, terminal);
  return { code, did: mcp.did, ...printed };
}

async function keepToken(token = "a token of an operator"): Promise<void> {
  await mkdir(join(state, "deckhand"), { recursive: true });
  const digest = createHash("sha256").update(token).digest("hex");
  await writeFile(join(state, "deckhand", "operator-token.sha256"), `${digest}\n`, { mode: 0o600 });
  vi.stubEnv("DECKHAND_OPERATOR_TOKEN", token);
}

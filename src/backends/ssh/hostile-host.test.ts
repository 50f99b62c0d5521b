import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openSshBackend, type SshBackend, type SshBackendOptions } from "./open-ssh-backend.ts";

/** Stands in for ssh: greets as an agent does, and then does with each request what a test says. */
const FAKE = `#!/usr/bin/env node
const { closeSync, existsSync, writeFileSync, writeSync } = process.getBuiltinModule("node:fs");
const wanted = Number(/read\\((\\d+)\\)/.exec(process.argv.at(-1))[1]);
let bytes = Buffer.alloc(0);
let hasBegun = false;
function say(head, payload = Buffer.alloc(0)) {
  const text = Buffer.from(JSON.stringify(head));
  const sizes = Buffer.alloc(8);
  sizes.writeUInt32BE(4 + text.length + payload.length, 0);
  sizes.writeUInt32BE(text.length, 4);
  print(Buffer.concat([sizes, text, payload]));
}
function print(words) {
  for (let rest = Buffer.from(words); rest.length > 0; ) rest = rest.subarray(writeSync(1, rest));
}
process.stdin.on("end", () => process.exit());
process.stdin.on("data", (chunk) => {
  bytes = Buffer.concat([bytes, chunk]);
  if (!hasBegun && bytes.length >= wanted) {
    hasBegun = true;
    print(/deckhand-agent-[0-9a-f]{32}/.exec(bytes.toString("latin1"))[0] + "\\n");
    bytes = bytes.subarray(wanted);
    say({ id: 0, env: {}, roots: ["/w"] });
  }
  while (hasBegun && bytes.length >= 8 && bytes.length >= 4 + bytes.readUInt32BE(0)) {
    const { id } = JSON.parse(bytes.toString("utf8", 8, 8 + bytes.readUInt32BE(4)));
    bytes = bytes.subarray(4 + bytes.readUInt32BE(0));
    answer(id);
  }
});
`;

describe("a host that is broken, or means harm", () => {
  const path = process.env["PATH"];
  let folder: string;
  const opened: SshBackend[] = [];

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "deckhand-hostile-"));
    process.env["PATH"] = [folder, path].join(delimiter);
  });

  afterEach(async () => {
    for (const backend of opened.splice(0)) await backend.close();
    process.env["PATH"] = path;
    await rm(folder, { recursive: true });
  });

  async function hostThat(answers: string, more: Partial<SshBackendOptions> = {}): Promise<SshBackend> {
    await writeFile(join(folder, "ssh"), `${FAKE}\nfunction answer(id) { ${answers} }\n`);
    await chmod(join(folder, "ssh"), 0o700);
    const backend = await openSshBackend({ host: "h", cwd: "/w", configFile: "none", ...more });
    opened.push(backend);
    return backend;
  }

  it.each([
    ["answers with nothing", "say({ id })"],
    ["refuses without a reason", "say({ id, error: null })"],
    ["answers with something else than it should", "say({ id, ok: [1] })"],
    ["speaks another language", 'print("y".repeat(5000))'],
    ["closes its mouth and stays", "closeSync(1)"],
    ["answers without end", "for (;;) say({ id, part: true }, Buffer.alloc(8_000_000))"],
  ])("and %s keeps no call waiting", async (_, answers) => {
    const { fs } = await hostThat(answers);
    await expect(fs.readdir("/w")).rejects.toMatchObject({ code: "unavailable" });
    await expect(fs.readText("/w/x")).rejects.toMatchObject({ code: "unavailable" });
  });

  it("and falls silent is let go of at the time limit, and the next command finds another agent", async () => {
    const answers = "existsSync(mark) ? say({ id, ok: { exit: { code: 0 } } }) : writeFileSync(mark, '')";
    // Takes away from the time that a host has to tell of a limit it kept.
    const { shell } = await hostThat(`const mark = process.argv[1] + ".mark"; ${answers}`, {
      graceMs: -9_900,
    });
    await expect(shell.exec("true", { timeoutMs: 1 })).rejects.toMatchObject({ code: "timeout" });
    expect(await shell.exec("true")).toMatchObject({ code: 0 });
  });

  it("and tells of an end without a beginning has started nothing", async () => {
    const { shell } = await hostThat("say({ id, ok: {} })");
    await expect(shell.spawn("true")).rejects.toThrow(/killed before it began/);
    expect(await shell.exec("true")).toMatchObject({ code: null, signal: "SIGKILL" });
  });
});

import { mkdir, mkdtemp, realpath, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, it } from "vitest";
import { type LoopbackSshd, startSshd } from "../../../test/loopback-sshd.mjs";
import { needs } from "../../../test/needs.ts";
import { backendConformance } from "../conformance/index.ts";
import { type AgentConfigs, openConnection } from "./connection.ts";
import { backendOn, type SshBackend } from "./open-ssh-backend.ts";

/** What is said to the agents, so that they do as on a host that can do less. */
const ABILITIES: readonly [string, AgentConfigs][] = [
  ["R151, R152: the ssh backend keeps the contract of every seam", { files: {}, commands: {} }],
  [
    "a host that tells neither where a descriptor leads nor who descends from whom keeps it too",
    { files: { comparing: true }, commands: { noAdoption: true } },
  ],
];

describe.skipIf(!needs("ssh", "sshd", "python3")).each(ABILITIES)("%s", (_title, { files, commands }) => {
  let sshd: LoopbackSshd;
  let base: string;
  let backend: SshBackend;
  let subjects = 0;

  beforeAll(async () => {
    sshd = await startSshd();
    base = await realpath(await mkdtemp(join(tmpdir(), "deckhand-remote-")));
    const connection = await openConnection(sshd.host, { files: { ...files, roots: [base] }, commands });
    backend = backendOn(connection, { ...sshd.host, cwd: base });
  });

  afterAll(async () => {
    await backend.close();
    await sshd.close();
    await rm(base, { recursive: true });
  });

  backendConformance(
    "ssh",
    async () => {
      const root = join(base, String((subjects += 1)));
      await mkdir(root);
      return {
        fs: backend.fs,
        shell: backend.shell,
        root,
        symlink,
        close: () => rm(root, { recursive: true }),
      };
    },
    { test: it },
    { links: true, shell: true },
  );
});

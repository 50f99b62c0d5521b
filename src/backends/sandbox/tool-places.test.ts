import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { findToolPlaces } from "./tool-places.ts";

let home: string;

beforeEach(async () => {
  home = await realpath(await mkdtemp(join(tmpdir(), "deckhand-home-")));
});

afterEach(() => rm(home, { recursive: true }));

async function have(...files: readonly string[]): Promise<void> {
  for (const file of files) {
    await mkdir(dirname(join(home, file)), { recursive: true });
    await writeFile(join(home, file), "");
  }
}

function found(env: Record<string, string> = {}): readonly string[] {
  return findToolPlaces([home], home, env)
    .filter((place) => place.startsWith(home))
    .map((place) => place.slice(home.length + 1))
    .toSorted();
}

it("finds what tools keep below the home folder, and not the logins beside it", async () => {
  await have(".cargo/bin/cargo", ".cargo/registry/x", ".cargo/credentials.toml", ".ssh/id_rsa", ".npmrc");
  await have(".pyenv/shims/python", ".nvm/nvm.sh", ".m2/settings.xml", ".m2/repository/x", ".gitconfig");
  expect(found()).toEqual([
    ".cargo/bin",
    ".cargo/registry",
    ".gitconfig",
    ".m2/repository",
    ".nvm",
    ".pyenv",
  ]);
});

it("finds programs on the path with what is installed beside them", async () => {
  await have(
    "opt/node/bin/node",
    "opt/node/lib/npm",
    "scripts/run",
    ".local/bin/x",
    ".local/share/keyrings/k",
  );
  const path = ["opt/node/bin", "scripts", ".local/bin", "", "absent"].map((name) => join(home, name));
  expect(found({ PATH: path.join(":") })).toEqual([".local/bin", "opt/node", "scripts"]);
});

it("follows the variables that say where a tool is", async () => {
  await have("rust/bin/rustc", "rust/credentials.toml", "go/pkg/mod/x", "ca.pem");
  const env = {
    CARGO_HOME: join(home, "rust"),
    GOPATH: join(home, "go"),
    SSL_CERT_FILE: join(home, "ca.pem"),
  };
  expect(found(env)).toEqual(["ca.pem", "go/pkg/mod", "rust/bin"]);
});

it("never shows the home folder itself, or one that it lies in", async () => {
  await have("lib/x", "bin/x");
  expect(found({ PATH: `${home}:${dirname(home)}`, JAVA_HOME: home, GOROOT: dirname(home) })).toEqual([]);
  expect(found({ PATH: `${home}/bin` })).toEqual(["bin"]);
});

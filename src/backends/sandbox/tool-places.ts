import { existsSync } from "node:fs";
import { basename, delimiter, dirname, isAbsolute, join } from "node:path";
import { contains } from "../local/confinement.ts";

/** Where tools keep themselves and what they downloaded, below a home folder; never the folders that hold a login beside them. */
const IN_HOME = [
  // node
  [".nvm", ".volta", ".fnm", ".local/share/fnm", ".local/share/pnpm", ".n", ".npm-global", ".npm-packages"],
  [".bun/bin", ".bun/install", ".deno/bin", ".yarn/bin", ".cache/node/corepack"],
  // python
  [".pyenv", ".local/bin", ".local/lib", ".local/pipx", ".local/share/pipx", ".local/share/uv"],
  [".local/share/virtualenvs", "miniconda3", "anaconda3", "miniforge3", "mambaforge"],
  // rust
  [".cargo/bin", ".cargo/registry", ".cargo/git", ".rustup"],
  // go, java, ruby, .net, others
  ["go/pkg/mod", "go/bin", "sdk", ".sdkman", ".jenv", ".jdks", ".m2/repository", ".m2/wrapper"],
  [".gradle/wrapper", ".gradle/jdks", ".rbenv", ".rvm", ".gem/ruby", ".dotnet", ".nuget/packages"],
  [".asdf", ".mise", ".local/share/mise", ".ghcup", ".cabal/bin", ".opam", ".elan", ".juliaup", ".julia"],
  [".pub-cache/hosted", ".swiftly", ".nix-profile", ".linuxbrew", ".phpenv", ".composer/vendor"],
  // browsers for tests
  [".cache/ms-playwright", ".cache/puppeteer", ".cache/Cypress", ".cache/selenium"],
  // who a commit is by
  [".gitconfig", ".config/git/config", ".config/git/ignore", ".config/git/attributes"],
].flat();

/** Variables that say where one of them is instead, and the parts of it that are wanted. */
const BY_VARIABLE: Readonly<Record<string, readonly string[]>> = {
  CARGO_HOME: ["bin", "registry", "git"],
  RUSTUP_HOME: [""],
  GOPATH: ["bin", "pkg/mod"],
  GOROOT: [""],
  JAVA_HOME: [""],
  VIRTUAL_ENV: [""],
  NODE_EXTRA_CA_CERTS: [""],
  SSL_CERT_FILE: [""],
  SSL_CERT_DIR: [""],
};

/** Folders below a home that hold more than programs, whatever lies beside their `bin`. */
const SHARED = new Set(["", ".local", ".cargo", ".config", ".cache", "go"]);

/** Finds what a project needs of the folders that are hidden from it, to be shown for reading. */
export function findToolPlaces(
  hidden: readonly string[],
  home: string,
  env: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  const found = [
    ...IN_HOME.map((place) => join(home, place)),
    ...Object.entries(BY_VARIABLE).flatMap(([name, parts]) => {
      const { [name]: folder } = env;
      return folder !== undefined && isAbsolute(folder) ? parts.map((part) => join(folder, part)) : [];
    }),
    ...[...(env["PATH"] ?? "").split(delimiter), dirname(process.execPath)].flatMap((folder) =>
      isAbsolute(folder) ? programPlaces(join(folder, "."), home) : [],
    ),
  ];
  const isHidden = (place: string): boolean =>
    hidden.some((folder) => place !== folder && contains(folder, place));
  // Never a folder that a home lies in, or itself.
  const wanted = found.filter((place) => isHidden(place) && !contains(place, home) && existsSync(place));
  return outermost(wanted);
}

/** A folder of programs, with what is installed beside it where that is theirs alone. */
function programPlaces(folder: string, home: string): readonly string[] {
  const prefix = dirname(folder);
  const isOwn = basename(folder) === "bin" && !SHARED.has(prefix.slice(home.length + 1));
  return isOwn && existsSync(join(prefix, "lib")) ? [prefix] : [folder];
}

/** The places that lie in no other one. */
export function outermost(places: readonly string[]): readonly string[] {
  return [...new Set(places)].filter(
    (place) => !places.some((other) => other !== place && contains(other, place)),
  );
}

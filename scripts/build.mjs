// Compiles src and bundles it into dist (or --out DIR), from nothing: the library's entries share chunks, and the command
// line is a bundle of its own that holds only what it runs.
import { spawnSync } from "node:child_process";
import { chmod, mkdtemp, mkdir, readFile, rm } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { rolldown } from "rolldown";

/** What nearly every call needs; the rest stays outside and is loaded when a call asks for it. */
const INLINED = [
  "@cfworker/json-schema",
  "canonicalize",
  "commander",
  "ignore",
  "jsonc-parser",
  "ulid",
  "zod",
];

/** What every call on the command line needs comes in few files: each costs a millisecond, however small it is. */
const TOGETHER = {
  kernel: [
    "kernel",
    join("deck", "deck-fault.js"),
    join("deck", "profiles.js"),
    join("bridge", "mcp", "config", "config-places.js"),
    join("ledger", "provider-name.js"),
    join("ledger", "qualified-name.js"),
  ],
  // What tells the tools of servers that were there before; what starts and reaches them stays outside.
  mcp: [
    ...["config", "remote-", join("definitions", "judge"), join("definitions", "remembered")].map((part) =>
      join("bridge", "mcp", part),
    ),
    ...["prepare", "roster", "seat", "mcp-core", "mcp-desk", "mcp-items", "mcp-offer", "lazily", "tell"].map(
      (part) => join("session", "mcp", part),
    ),
    join("session", "mcp", "open-session"),
    ...["canonical-json", "definition-pin", "pin-difference"].map((part) => join("ledger", part)),
    join("store", "mcp"),
  ],
  governed: [
    ...["approval", "audit", "execute", "policy", "proof", "record", "redact", "telemetry", "trust"].map(
      (part) => join("control", part),
    ),
    join("store", "sqlite"),
  ],
};

const outFlag = process.argv.indexOf("--out");
const out = resolve(outFlag < 0 ? "dist" : (process.argv[outFlag + 1] ?? "dist"));
const { exports: doors, bin } = JSON.parse(await readFile("package.json", "utf8"));
await mkdir(".cache", { recursive: true });
const compiled = await mkdtemp(join(".cache", "compiled-"));
try {
  await rm(out, { recursive: true, force: true });
  compile();
  await bundle(
    Object.values(doors).flatMap(({ default: file }) => (file === undefined ? [] : [file])),
    isBare,
  );
  await bundle(Object.values(bin), (id) => isBare(id) && !INLINED.includes(packageOf(id)));
  for (const file of Object.values(bin)) await chmod(join(out, relative("dist", file)), 0o755);
} finally {
  await rm(compiled, { recursive: true, force: true });
}

function compile() {
  const flags = ["-p", "tsconfig.build.json", "--outDir", compiled, "--declarationDir", out];
  const { status } = spawnSync(process.execPath, ["node_modules/typescript/bin/tsc", ...flags], {
    stdio: "inherit",
  });
  if (status !== 0) process.exit(status ?? 1);
}

/**
 * @param {readonly string[]} files entries, as package.json names them
 * @param {(id: string) => boolean} external
 */
async function bundle(files, external) {
  const names = files.map((file) => relative("dist", file).replace(/\.js$/, ""));
  const input = Object.fromEntries(names.map((name) => [name, resolve(compiled, `${name}.js`)]));
  const folder = names.length === 1 ? join(names[0] ?? "", "..") : "chunks";
  const bundled = await rolldown({
    input,
    external,
    platform: "node",
    // Its usual door is not one that can be bundled.
    resolve: { alias: { "jsonc-parser": resolve("node_modules/jsonc-parser/lib/esm/main.js") } },
    // Only the command line is bundled in groups, and nobody imports from its entry.
    preserveEntrySignatures: names.length === 1 ? "allow-extension" : "strict",
    // The table of native tools loads lazily for the command line; the library's index names them all on purpose.
    checks: { ineffectiveDynamicImport: false },
    // Only the command line's entry does something by being loaded.
    treeshake: { moduleSideEffects: (id) => id.endsWith(join("cli", "main.js")) },
  });
  await bundled.write({
    dir: out,
    format: "esm",
    entryFileNames: "[name].js",
    chunkFileNames: join(folder, "[name]-[hash].js"),
    // Nobody reads the command line's bundle, and half the text is loaded in less time.
    ...(names.length === 1 ? { codeSplitting: { groups: groups() }, minify: true } : {}),
  });
  await bundled.close();
}

function groups() {
  return Object.entries(TOGETHER).map(([name, folders]) => ({
    name,
    // What others need too would come along with it, and they with what only servers need.
    includeDependenciesRecursively: name !== "mcp",
    test: (/** @type {string} */ id) => folders.some((folder) => id.startsWith(resolve(compiled, folder))),
  }));
}

/** @param {string} id */
function isBare(id) {
  return !id.startsWith(".") && !id.startsWith("/");
}

/** @param {string} id */
function packageOf(id) {
  return id
    .split("/")
    .slice(0, id.startsWith("@") ? 2 : 1)
    .join("/");
}

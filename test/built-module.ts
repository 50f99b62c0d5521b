import { chmod, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "vite";

/** Some of our code in one file that a process of its own, of any user, can import. */
export interface BuiltModule {
  readonly path: string;
  remove(): Promise<void>;
}

/** Builds the exports of these files into one module, for tests whose host is to be killed or to lose its rights. */
export async function buildModule(...files: readonly string[]): Promise<BuiltModule> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "deckhand-code-")));
  await chmod(folder, 0o755);
  const entry = join(folder, "entry.ts");
  await writeFile(entry, files.map((file) => `export * from ${JSON.stringify(file)};\n`).join(""));
  await build({
    configFile: false,
    logLevel: "error",
    build: {
      ssr: entry,
      outDir: join(folder, "out"),
      rolldownOptions: { output: { entryFileNames: "module.mjs" } },
    },
    // What has a native part cannot be put into one file; it is found where it is installed.
    ssr: { noExternal: true, external: ["@libsql/client"] },
  });
  await symlink(join(import.meta.dirname, "../node_modules"), join(folder, "node_modules"));
  return {
    path: join(folder, "out/module.mjs"),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

import * as fc from "fast-check";
import { type Fs, isFsFault, StaleFileFault } from "../src/kernel/index.ts";

/** One call on an Fs, as data. */
export type FsOperation =
  | { readonly op: "write"; readonly path: string; readonly text: string }
  | { readonly op: "create"; readonly path: string; readonly text: string }
  | { readonly op: "mkdir"; readonly path: string }
  | { readonly op: "rm"; readonly path: string; readonly recursive: boolean; readonly ignoreMissing: boolean }
  | { readonly op: "read"; readonly path: string }
  | { readonly op: "list"; readonly path: string };

/** Random calls on a small tree, so that they often meet. */
export function fsOperations(root: string): fc.Arbitrary<FsOperation[]> {
  const path = fc
    .array(fc.constantFrom("a", "b", "c"), { minLength: 1, maxLength: 3 })
    .map((names) => [root, ...names].join("/"));
  const text = fc.string({ maxLength: 4 });
  return fc.array(
    fc.oneof(
      fc.record({ op: fc.constant("write" as const), path, text }),
      fc.record({ op: fc.constant("create" as const), path, text }),
      fc.record({ op: fc.constant("mkdir" as const), path }),
      fc.record({
        op: fc.constant("rm" as const),
        path,
        recursive: fc.boolean(),
        ignoreMissing: fc.boolean(),
      }),
      fc.record({ op: fc.constant("read" as const), path }),
      fc.record({ op: fc.constant("list" as const), path }),
    ),
    { maxLength: 25 },
  );
}

/** Carries one call out and tells what came of it, failures in the words of the fault. */
export async function outcomeOf(fs: Fs, operation: FsOperation): Promise<unknown> {
  try {
    return await perform(fs, operation);
  } catch (error) {
    if (isFsFault(error) || error instanceof StaleFileFault) return error.message;
    throw error;
  }
}

function perform(fs: Fs, operation: FsOperation): Promise<unknown> {
  switch (operation.op) {
    case "write":
      return fs.writeFile(operation.path, operation.text);
    case "create":
      return fs
        .replace(operation.path, new TextEncoder().encode(operation.text), { expect: "absent", mode: 0o600 })
        .then(({ path, created }) => ({ path, created }));
    case "mkdir":
      return fs.mkdir(operation.path);
    case "rm":
      return fs.rm(operation.path, operation);
    case "read":
      return fs.readText(operation.path);
    case "list":
      return fs.readdir(operation.path);
  }
}

/** Everything below a folder: the text and permissions of files, and the kind of all else. */
export async function treeOf(fs: Fs, folder: string): Promise<Record<string, string>> {
  const tree: Record<string, string> = {};
  for (const { name, isDirectory, isSymlink = false } of await fs.readdir(folder)) {
    const path = `${folder}/${name}`;
    if (isDirectory) Object.assign(tree, { [path]: "folder" }, await treeOf(fs, path));
    else if (isSymlink) tree[path] = "link";
    else tree[path] = await describeFile(fs, path);
  }
  return tree;
}

async function describeFile(fs: Fs, path: string): Promise<string> {
  const file = await fs.open(path);
  await file.close();
  return `file ${file.mode.toString(8)} ${JSON.stringify(await fs.readText(path))}`;
}

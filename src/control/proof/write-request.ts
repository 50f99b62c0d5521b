import {
  type Evidence,
  Fault,
  type Fs,
  type FsFile,
  type Replaced,
  StaleFileFault,
} from "../../kernel/index.ts";
import { digestOfRange } from "./digest-of-range.ts";

/** Evidence of all of one file. */
export type ReadProof = Evidence & { readonly whole: string };

/** Asks for a file that is not there yet, and for nothing that could replace one. */
export interface CreateRequest {
  readonly kind: "create";
  readonly path: string;
  readonly content: Uint8Array;
}

/** Asks to replace a file, which only works with a proof of what it holds. */
export interface OverwriteRequest {
  readonly kind: "overwrite";
  readonly path: string;
  readonly content: Uint8Array;
  readonly proof: ReadProof;
}

/** A write as programs ask for it: what replaces something carries its proof. */
export type WriteRequest = CreateRequest | OverwriteRequest;

/** Carries out a write whose proof is still true; of two with the same proof exactly one succeeds. */
export async function writeWithProof(request: WriteRequest, fs: Fs): Promise<Replaced> {
  const { path, content } = request;
  if (request.kind === "create") return fs.replace(path, content, { expect: "absent" });
  const file = await fs.open(path);
  try {
    await refuseUnlessProven(path, file, request.proof);
    return await fs.replace(path, content, { expect: file.identity });
  } catch (error) {
    throw error instanceof StaleFileFault ? changed(path) : error;
  } finally {
    await file.close();
  }
}

async function refuseUnlessProven(path: string, file: FsFile, proof: ReadProof): Promise<void> {
  if (proof.path !== file.path) {
    throw new Fault("denied_proof", `The proof is for ${proof.path}, not for ${path}.`, {
      hint: `Read ${path} first, then repeat the call.`,
    });
  }
  if ((await digestOfRange(file, 0, file.size)) !== proof.whole) throw changed(path);
}

function changed(path: string): Fault {
  return new Fault("denied_proof", `${path} changed since you read it; nothing was written.`, {
    hint: `Read ${path} again, then repeat the call.`,
  });
}

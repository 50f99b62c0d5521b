import { createHmac } from "node:crypto";
import { openProof, type ProofSeal, signProof } from "../../control/index.ts";
import type { DefinedTool, Evidence, SessionState, ToolCall } from "../../kernel/index.ts";

/** A proof that a caller may carry to a later call. */
export interface CarriedProof {
  readonly path: string;
  readonly proof: string;
}

/** What seals the proofs of a session; the key of its trail is never used itself. */
export function proofSealOf(key: Uint8Array, rest: Pick<ProofSeal, "session" | "clock">): ProofSeal {
  return { ...rest, key: createHmac("sha256", key).update("proofs").digest() };
}

/** Takes the `proof` out of the arguments of a call that changes files, unless the tool knows such an argument itself. */
export function takeProof(request: ToolCall, tool: DefinedTool): { request: ToolCall; proof?: string } {
  const { input } = request;
  if (typeof input !== "object" || input === null || !("proof" in input)) return { request };
  const { proof, ...rest } = input;
  if (typeof proof !== "string" || !tool.effects.includes("WRITES(filesystem)") || hasProof(tool)) {
    return { request };
  }
  return { request: { ...request, input: rest }, proof };
}

function hasProof({ parameters }: DefinedTool): boolean {
  const { properties } = parameters;
  return typeof properties === "object" && properties !== null && "proof" in properties;
}

/** Counts a carried proof as seen in this session; one that does not hold is a `denied_proof` fault. */
export function honourProof(proof: string | undefined, seal: ProofSeal, { seen }: SessionState): void {
  if (proof !== undefined) seen.record(openProof(proof, seal));
}

/** The proofs of what a call saw. */
export function proofsOf(evidence: readonly Evidence[], seal: ProofSeal): readonly CarriedProof[] {
  return evidence.map((each) => ({ path: each.path, proof: signProof(each, seal) }));
}

import type { Approval, ApprovalBinding } from "./approval.ts";
import { bindingDifference } from "./binding-of.ts";

/** Why a call can never run on this approval, or undefined when it may, or may once a person has answered. */
export function refusalOf(approval: Approval, call: ApprovalBinding, now: number): string | undefined {
  const difference = bindingDifference(approval.binding, call);
  if (difference !== undefined) return difference;
  switch (approval.state) {
    case "denied":
      return "a person said no";
    case "spent":
      return "it has already been used";
    case "expired":
      return "it has expired";
    case "waiting":
    case "approved":
      return isExpired(approval, now) ? "it has expired" : undefined;
  }
}

/** How far the clocks of machines that share a store may be apart. */
const SKEW_MS = 60_000;

/** An approval from the future means that the clock went back: nobody knows how old it is, so it no longer holds. */
export function isExpired({ createdAt, expiresAt }: Approval, now: number): boolean {
  return now >= expiresAt || now < createdAt - SKEW_MS;
}

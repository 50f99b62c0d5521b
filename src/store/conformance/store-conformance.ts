import type { LedgerStore } from "../../ledger/index.ts";
import { approvalCases } from "./approval-cases.ts";
import { auditCases } from "./audit-cases.ts";
import type { OpenStoreSubject, StoreCapabilities, StoreCase, StoreRegistrar } from "./conformance-case.ts";
import { ledgerCases, sharedLedgerCases } from "./ledger-cases.ts";
import { pruneCases } from "./prune-cases.ts";
import { sessionCases } from "./session-cases.ts";
import { sharedCases } from "./shared-cases.ts";
import { traceCases } from "./trace-cases.ts";
import { undoCases } from "./undo-cases.ts";

/**
 * Registers one test for every clause of the `ControlStore` contract.
 * With vitest: `storeConformance("mine", openMine, { test: it }, { shared: true })`.
 */
export function storeConformance(
  name: string,
  open: OpenStoreSubject,
  registrar: StoreRegistrar,
  capabilities: StoreCapabilities = {},
): void {
  tryClauses(name, open, registrar, clausesFor(capabilities));
}

/** Registers one test for every clause of the `LedgerStore` contract. */
export function ledgerStoreConformance(
  name: string,
  open: OpenStoreSubject<LedgerStore>,
  registrar: StoreRegistrar,
  { shared = false }: StoreCapabilities = {},
): void {
  tryClauses(name, open, registrar, [...ledgerCases, ...(shared ? sharedLedgerCases : [])]);
}

function tryClauses<S>(
  name: string,
  open: OpenStoreSubject<S>,
  registrar: StoreRegistrar,
  clauses: readonly StoreCase<S>[],
): void {
  for (const clause of clauses) {
    registrar.test(`${name}: ${clause.title}`, async () => {
      const subject = await open();
      try {
        await clause.run(subject);
      } finally {
        await subject.close();
      }
    });
  }
}

function clausesFor({ shared = false }: StoreCapabilities): readonly StoreCase[] {
  return [
    ...auditCases,
    ...traceCases,
    ...approvalCases,
    ...sessionCases,
    ...undoCases,
    ...pruneCases,
    ...(shared ? sharedCases : []),
  ];
}

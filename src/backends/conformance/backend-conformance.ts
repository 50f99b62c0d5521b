import type {
  ConformanceCapabilities,
  ConformanceCase,
  ConformanceRegistrar,
  OpenConformanceSubject,
} from "./conformance-case.ts";
import { folderCases } from "./folder-cases.ts";
import { linkCases } from "./link-cases.ts";
import { readCases } from "./read-cases.ts";
import { replaceCases } from "./replace-cases.ts";
import { shellCases } from "./shell-cases.ts";
import { spawnCases } from "./spawn-cases.ts";
import { writeCases } from "./write-cases.ts";

/**
 * Registers one test for every clause of the Fs and Shell contracts.
 * With vitest: `backendConformance("mine", openMine, { test: it }, { links: true, shell: true })`.
 */
export function backendConformance(
  name: string,
  open: OpenConformanceSubject,
  registrar: ConformanceRegistrar,
  capabilities: ConformanceCapabilities = {},
): void {
  for (const clause of clausesFor(capabilities)) {
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

function clausesFor({ links = false, shell = false }: ConformanceCapabilities): readonly ConformanceCase[] {
  return [
    ...readCases,
    ...writeCases,
    ...replaceCases,
    ...folderCases,
    ...(links ? linkCases : []),
    ...(shell ? [...shellCases, ...spawnCases] : []),
  ];
}

import { faultInfoOf } from "../../../kernel/index.ts";
import type { OpenApiDiagnostic, OpenApiDocument } from "../open-api-document.ts";
import type { Operation } from "../read/operation.ts";
import { parseDocument } from "../read/parse-document.ts";
import { type Reading, readOperations, type Remark } from "../read/read-operations.ts";
import { describeService } from "../read/service.ts";

/** Everything the documents offer. */
export interface Catalogue {
  /** By slug, in the order of the documents; those that cannot be called included. */
  readonly operations: ReadonlyMap<string, Operation>;
  /** Those that can be called, in the same order. */
  readonly offers: readonly Offer[];
  readonly toolkits: readonly string[];
  readonly diagnostics: readonly OpenApiDiagnostic[];
  /** One sentence for each document that could not be read at all. */
  readonly failures: readonly string[];
}

/** An operation that can be called. */
export interface Offer {
  readonly slug: string;
  readonly operation: Operation;
}

/** Reads all documents; what is wrong with one is a diagnostic and no trouble to the others. */
export async function readCatalogue(documents: readonly OpenApiDocument[]): Promise<Catalogue> {
  const operations = new Map<string, Operation>();
  const diagnostics: OpenApiDiagnostic[] = [];
  const labels = documents.map(({ origin, toolkit }, at) => origin ?? toolkit ?? `document ${at + 1}`);
  const readings = await Promise.all(
    documents.map((document, at) => readDocument(document, labels[at] ?? "")),
  );
  for (const [at, reading] of readings.entries()) {
    const label = labels[at] ?? "";
    const remarks = [...reading.remarks, ...enter(reading.operations, operations)];
    diagnostics.push(...firstOf(remarks).map((remark) => ({ document: label, ...remark })));
  }
  const offers = [...operations].flatMap(([slug, operation]) =>
    operation.plan.kind === "ready" ? [{ slug, operation }] : [],
  );
  const toolkits = new Set(offers.map(({ operation }) => operation.service.toolkit));
  const failures = diagnostics
    .filter(isFailure)
    .slice(0, MOST_FAILURES)
    .map(({ document, message }) => `${document} is not read: ${message}`);
  return { operations, offers, toolkits: [...toolkits].toSorted(), diagnostics, failures };
}

async function readDocument(config: OpenApiDocument, label: string): Promise<Reading> {
  try {
    const { document } = config;
    const source = typeof document === "function" ? await (document as () => Promise<string>)() : document;
    return readOperations(describeService(await parseDocument(source), config, label));
  } catch (error) {
    return { operations: [], remarks: [{ place: "", message: messageOf(error) }] };
  }
}

function messageOf(error: unknown): string {
  const { message, hint } = faultInfoOf(error);
  return hint === undefined ? message : `${message} ${hint}`;
}

/** Gives every operation a slug of its own. */
function enter(found: readonly Operation[], operations: Map<string, Operation>): Remark[] {
  const remarks: Remark[] = [];
  const counts = new Map<string, number>();
  for (const operation of found) {
    const wish = `${operation.service.toolkit}.${operation.name}`;
    let slug = wish;
    let count = counts.get(wish) ?? 1;
    for (; operations.has(slug); count += 1) slug = `${wish}_${count + 1}`;
    counts.set(wish, count);
    operations.set(slug, { ...operation, name: slug.slice(operation.service.toolkit.length + 1) });
    if (slug !== wish) {
      remarks.push({
        place: operation.place,
        message: `There is another ${wish}, so this one is called ${slug}.`,
      });
    }
  }
  return remarks;
}

function isFailure({ place }: OpenApiDiagnostic): boolean {
  return place === "";
}

const MOST_FAILURES = 5;
const MOST_REMARKS = 100;

function firstOf(remarks: readonly Remark[]): readonly Remark[] {
  if (remarks.length <= MOST_REMARKS) return remarks;
  const rest = remarks.length - MOST_REMARKS;
  return [
    ...remarks.slice(0, MOST_REMARKS),
    { place: "paths", message: `And ${rest} more remarks like these.` },
  ];
}

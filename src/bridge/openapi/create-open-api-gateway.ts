import { untilCancelled } from "../../kernel/index.ts";
import {
  Fault,
  nearestName,
  type SaasAction,
  type SaasFindings,
  type SaasGateway,
} from "../../kernel/index.ts";
import { type Catalogue, readCatalogue } from "./find/catalogue.ts";
import { createSearchIndex, type SearchIndex } from "./find/search-index.ts";
import { wantedToolkits } from "./find/wanted-toolkits.ts";
import type { OpenApiDiagnostic, OpenApiDocument } from "./open-api-document.ts";
import { parametersOf } from "./schema/parameters-of.ts";
import { type CheckArguments, createArgumentCheck } from "./send/check-arguments.ts";
import { type Means, send } from "./send/send.ts";

/** What a gateway is made of. */
export interface OpenApiGatewayOptions extends Means {
  readonly documents: readonly OpenApiDocument[];
}

/** A gateway over OpenAPI documents. */
export interface OpenApiGateway extends SaasGateway {
  /** What of the documents cannot be used, and why. */
  diagnostics(): Promise<readonly OpenApiDiagnostic[]>;
}

/** Makes the gateway over OpenAPI documents; they are read once, when something is first asked of them. */
export function createOpenApiGateway({ documents, net, env }: OpenApiGatewayOptions): OpenApiGateway {
  const opened = once(async () => {
    const catalogue = await readCatalogue(documents);
    return { catalogue, index: await createSearchIndex(catalogue.offers.map(({ operation }) => operation)) };
  });
  const actions = new Map<string, Prepared>();
  return {
    async discover({ toolkits = [], query = "", limit }, cancel): Promise<SaasFindings> {
      const { catalogue, index } = await untilCancelled(opened(), cancel);
      if (catalogue.offers.length === 0 && catalogue.diagnostics.length > 0) throw nothingOnOffer(catalogue);
      const wanted = wantedToolkits(toolkits, catalogue);
      const found = index.find(query, (at) => wanted(catalogue.offers[at]?.operation.service.toolkit ?? ""));
      const shown = found.slice(0, Math.max(0, limit)).flatMap((at) => catalogue.offers[at] ?? []);
      return {
        actions: shown.map(({ slug }) => prepared(slug, catalogue).action),
        total: found.length,
        toolkits: catalogue.toolkits,
      };
    },
    async execute(slug, input, cancel) {
      const { catalogue, index } = await untilCancelled(opened(), cancel);
      const operation = catalogue.operations.get(slug);
      if (operation === undefined) throw unknownSlug(slug, catalogue, index);
      const { plan } = operation;
      if (plan.kind === "unavailable") throw unavailable(slug, plan.reason);
      await prepared(slug, catalogue).check(input);
      cancel.throwIfAborted();
      return send(slug, { ...operation, plan }, input, { net, env, cancel });
    },
    diagnostics: async () => (await opened()).catalogue.diagnostics,
  };

  function prepared(slug: string, catalogue: Catalogue): Prepared {
    const made = actions.get(slug) ?? prepare(slug, catalogue);
    actions.set(slug, made);
    return made;
  }
}

interface Prepared {
  readonly action: SaasAction;
  readonly check: CheckArguments;
}

/** Schemas are worked out for actions that somebody looks at, not for thousands that nobody does. */
function prepare(slug: string, { operations }: Catalogue): Prepared {
  const operation = operations.get(slug);
  if (operation?.plan.kind !== "ready") throw unavailable(slug, "it is not on offer");
  const { service, summary, plan } = operation;
  const parameters = parametersOf(service, plan);
  return {
    action: { slug, toolkit: service.toolkit, summary, parameters },
    check: createArgumentCheck(slug, parameters),
  };
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}

function nothingOnOffer({ diagnostics }: Catalogue): Fault {
  const first = diagnostics.slice(0, MOST_CLOSE).map(({ document, message }) => `${document}: ${message}`);
  return new Fault("unavailable", `No configured service can be used. ${first.join(" ")}`, {
    hint: "The person who configured the OpenAPI documents can mend this.",
  });
}

const MOST_CLOSE = 3;

function unknownSlug(slug: string, { offers, failures }: Catalogue, index: SearchIndex): Fault {
  const wanted = slug.slice(0, 200);
  const nearest = nearestName(
    wanted,
    offers.map((offer) => offer.slug),
  );
  const similar = index
    .find(wanted, () => true)
    .slice(0, MOST_CLOSE)
    .flatMap((at) => offers[at]?.slug ?? []);
  const close = [...new Set([...(nearest === undefined ? [] : [nearest]), ...similar])].slice(0, MOST_CLOSE);
  const hint = close.length === 0 ? "Use discover to see which there are." : `Closest: ${close.join(", ")}.`;
  return new Fault("not_found", `There is no action ${JSON.stringify(wanted)}; slugs are case-sensitive.`, {
    hint: [hint, ...failures].join(" "),
  });
}

function unavailable(slug: string, reason: string): Fault {
  return new Fault("unavailable", `${slug} cannot be called: ${reason}.`, {
    hint: "Use another action. The person who configured the document can see this among its diagnostics.",
  });
}

import { z } from "zod";
import {
  calls,
  type DefinedTool,
  defineTool,
  Fault,
  type SaasGateway,
  type SaasQuery,
  textResult,
  type ToolContext,
  type ToolResult,
} from "../../kernel/index.ts";
import { bindContext } from "../bind-context.ts";
import type { CapabilityCard, DeckContext } from "../contract.ts";
import { handleOf, SAAS_GATEWAY_KEY } from "../handles.ts";
import { askOutside } from "./ask-outside.ts";
import { cardOf } from "./card-of.ts";
import { forAction, neededFor } from "./for-action.ts";
import { parseFindings, parseResult } from "./gateway-answer.ts";
import { renderFindings } from "./render-findings.ts";

const DEFAULT_LIMIT = 10;
const MOST_LIMIT = 50;

/** Longer than a gateway waits itself: this is for one that never answers. */
const PATIENCE_MS = 120_000;

const fields = {
  slug: z.string().min(1).describe("execute: the action, exactly as discover spells it"),
  arguments: z.looseObject({}).describe("execute: what the action takes"),
  toolkits: z.array(z.string().min(1)).describe("discover: only these services"),
  query: z.string().describe("discover: words that tell what you want to do"),
  limit: z.int().min(1).max(MOST_LIMIT).describe(`discover: how many actions; default ${DEFAULT_LIMIT}`),
};

const saasInput = z
  .strictObject({ action: z.enum(["discover", "execute"]), ...z.object(fields).partial().shape })
  .pipe(
    z.discriminatedUnion("action", [
      forAction("discover", {
        toolkits: fields.toolkits.optional(),
        query: fields.query.optional(),
        limit: fields.limit.default(DEFAULT_LIMIT),
      }),
      forAction("execute", { slug: z.string(neededFor("execute")), arguments: fields.arguments.default({}) }),
    ]),
  );

type SaasInput = z.infer<typeof saasInput>;

const SAAS = {
  name: "saas-action",
  path: "world.tools.saas.action",
  title: "Use outside services",
  summary: "Find actions of connected services and run them",
  description:
    "Use the outside services connected to this session. discover finds actions by words and shows the arguments each " +
    "takes; execute runs one by its slug. Credentials are added for you: never pass any.",
  input: saasInput,
  effects: [calls("remote")],
  trust: "L3",
} as const;

/** Makes `saas-action` over the gateway of the host, if there is one. */
export function buildSaasCapability(ctx: DeckContext): DefinedTool {
  return createSaasAction(handleOf(ctx, SAAS_GATEWAY_KEY)).bind(bindContext(ctx));
}

/** The tool over a gateway; one that does not answer in time is given up. */
export function createSaasAction(
  gateway: SaasGateway | undefined,
  timeoutMs: number = PATIENCE_MS,
): DefinedTool {
  return defineTool({
    ...SAAS,
    run: async (input, { cancel }) => {
      if (gateway === undefined) throw noGateway();
      return answer(input, gateway, { cancel, timeoutMs });
    },
  });
}

/** The card of `saas-action`. */
export const saasCard: CapabilityCard = cardOf(SAAS, buildSaasCapability);

type Patience = Pick<ToolContext, "cancel"> & { readonly timeoutMs: number };

async function answer(input: SaasInput, gateway: SaasGateway, patience: Patience): Promise<ToolResult> {
  const call = { who: "The gateway to outside services", ...patience };
  if (input.action === "execute") {
    return parseResult(
      await askOutside(call, (cancel) => gateway.execute(input.slug, input.arguments, cancel)),
    );
  }
  const query = queryOf(input);
  const found = parseFindings(await askOutside(call, (cancel) => gateway.discover(query, cancel)));
  return textResult(renderFindings(found, query.limit));
}

function queryOf({ toolkits, query, limit }: Extract<SaasInput, { action: "discover" }>): SaasQuery {
  return {
    ...(toolkits === undefined ? {} : { toolkits }),
    ...(query === undefined ? {} : { query }),
    limit,
  };
}

function noGateway(): Fault {
  return new Fault("unavailable", "No outside services are connected to this session.", {
    hint:
      "A person can connect services in the user's configuration; a host provides a gateway as " +
      `framework.${SAAS_GATEWAY_KEY}.`,
  });
}

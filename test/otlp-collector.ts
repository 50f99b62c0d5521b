import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { z } from "zod";

/** A request that a collector was sent. */
export interface TakenRequest {
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: ExportRequest;
}

/** A collector on the loopback, which holds what it is sent against the protocol. */
export interface OtlpCollector {
  readonly origin: string;
  readonly requests: readonly TakenRequest[];
  spans(): readonly OtlpSpan[];
  close(): Promise<void>;
}

/** Opens a collector that gives these answers in turn, and then 200: a status, silence, or the place to ask instead. */
export async function openOtlpCollector(
  answers: readonly (number | "silence" | URL)[] = [],
): Promise<OtlpCollector> {
  const requests: TakenRequest[] = [];
  const left = [...answers];
  const server = createServer((request, response) => void take(request, response));
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { url = "", headers } = request;
    requests.push({ url, headers, body: exportRequest.parse(JSON.parse(await text(request))) });
    const answer = left.shift() ?? 200;
    if (answer === "silence") return;
    if (typeof answer === "number") response.writeHead(answer).end("{}");
    else response.writeHead(307, { location: answer.href }).end();
  };
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    requests,
    spans: () =>
      requests.flatMap(({ body }) =>
        body.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
      ),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

const nanos = z.string().regex(/^\d{10,20}$/);
const scalar = z.union([
  z.strictObject({ stringValue: z.string() }),
  z.strictObject({ boolValue: z.boolean() }),
  z.strictObject({ intValue: z.string().regex(/^-?\d+$/) }),
  z.strictObject({ doubleValue: z.union([z.number(), z.enum(["NaN", "Infinity", "-Infinity"])]) }),
]);
const value = z.union([scalar, z.strictObject({ arrayValue: z.strictObject({ values: z.array(scalar) }) })]);
const attributes = z.array(z.strictObject({ key: z.string().min(1), value }));

const span = z.strictObject({
  traceId: z.string().regex(/^(?!0+$)[0-9a-f]{32}$/),
  spanId: z.string().regex(/^(?!0+$)[0-9a-f]{16}$/),
  parentSpanId: z
    .string()
    .regex(/^(?!0+$)[0-9a-f]{16}$/)
    .optional(),
  name: z.string().min(1),
  kind: z.int().min(1).max(5),
  startTimeUnixNano: nanos,
  endTimeUnixNano: nanos,
  attributes,
  status: z.strictObject({ code: z.int().min(0).max(2).optional(), message: z.string().optional() }),
});

/** The JSON form of the protocol's `ExportTraceServiceRequest`, as far as it is used here. */
const exportRequest = z.strictObject({
  resourceSpans: z.array(
    z.strictObject({
      resource: z.strictObject({ attributes }),
      scopeSpans: z.array(
        z.strictObject({ scope: z.strictObject({ name: z.string() }), spans: z.array(span).min(1) }),
      ),
    }),
  ),
});

type ExportRequest = z.infer<typeof exportRequest>;

/** A span as it was sent. */
export type OtlpSpan = z.infer<typeof span>;

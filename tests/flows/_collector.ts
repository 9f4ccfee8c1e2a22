/**
 * A collector of OpenTelemetry on a loopback port: it takes what a runtime exports over
 * HTTP as JSON.
 *
 * @module
 */

/** A span. */
export interface Span {
  scope: string;
  name: string;
  kind: number;
  id: string;
  parent: string;
  attributes: Record<string, unknown>;
  /** `true` when the span has the status of an error. */
  failed: boolean;
}

/** A value of a counter. */
export interface Point {
  scope: string;
  name: string;
  attributes: Record<string, unknown>;
  value: number;
}

/** A running collector. */
export interface Collector extends AsyncDisposable {
  /** Variables for a process that exports to it. */
  env: Record<string, string>;
  spans(): Span[];
  /** The last values of all counters. */
  points(): Point[];
  /** Everything that arrived, as text, without the spans of a scope. */
  textWithoutSpansOf(scope?: string): string;
}

interface Attribute {
  key: string;
  value: Record<string, unknown>;
}

interface Arrived {
  path: string;
  // deno-lint-ignore no-explicit-any -- three kinds of messages
  body: any;
}

export function startCollector(): Collector {
  const arrived: Arrived[] = [];
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    async (request) => {
      arrived.push({ path: new URL(request.url).pathname, body: await request.json() });
      return Response.json({});
    },
  );
  return {
    env: {
      OTEL_DENO: "true",
      OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${server.addr.port}`,
    },
    spans: () => arrived.flatMap(({ body }) => toSpans(body)),
    points() {
      const last = new Map<string, Point>();
      for (const point of arrived.flatMap(({ body }) => toPoints(body))) {
        const { value: _, ...key } = point;
        last.set(JSON.stringify(key), point);
      }
      return [...last.values()];
    },
    textWithoutSpansOf: (scope) =>
      arrived.map(({ path, body }) => path + JSON.stringify(without(body, scope))).join("\n"),
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

function toSpans({ resourceSpans = [] }: Arrived["body"]): Span[] {
  const spans: Span[] = [];
  for (const { scopeSpans } of resourceSpans) {
    for (const { scope, spans: found } of scopeSpans) {
      for (const { name, kind, spanId, parentSpanId, attributes, status } of found) {
        spans.push({
          scope: scope.name,
          name,
          kind,
          id: spanId,
          parent: parentSpanId,
          attributes: toRecord(attributes),
          failed: status?.code === 2,
        });
      }
    }
  }
  return spans;
}

function toPoints({ resourceMetrics = [] }: Arrived["body"]): Point[] {
  const points: Point[] = [];
  for (const { scopeMetrics } of resourceMetrics) {
    for (const { scope, metrics } of scopeMetrics) {
      for (const { name, sum } of metrics) {
        for (const { attributes, asDouble, asInt } of sum?.dataPoints ?? []) {
          const value = Number(asDouble ?? asInt);
          points.push({ scope: scope.name, name, attributes: toRecord(attributes), value });
        }
      }
    }
  }
  return points;
}

/** By name, in the order of names. */
function toRecord(attributes: readonly Attribute[]): Record<string, unknown> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [key, Object.values(value)[0]] as const)
      .sort(([a], [b]) => a < b ? -1 : 1),
  );
}

function without(body: Arrived["body"], scope: string | undefined): unknown {
  if (!body.resourceSpans) return body;
  return {
    // deno-lint-ignore no-explicit-any -- see above
    resourceSpans: body.resourceSpans.map(({ scopeSpans, ...rest }: any) => ({
      ...rest,
      scopeSpans: scopeSpans.filter((found: { scope: { name: string } }) =>
        found.scope.name !== scope
      ),
    })),
  };
}

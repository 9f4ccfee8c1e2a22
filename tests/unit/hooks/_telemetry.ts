/**
 * A small OpenTelemetry, registered where SDKs register theirs.
 *
 * @module
 */

const API = Symbol.for("opentelemetry.js.api.1");

type Attributes = Record<string, string | number>;

/** A span that has ended. */
export interface RecordedSpan {
  name: string;
  scope: string;
  kind?: number;
  attributes: Attributes;
  status?: { code: number };
}

/** A value that was added to a counter. */
export interface RecordedCount {
  name: string;
  scope: string;
  value: number;
  attributes: Attributes;
}

/** What the process records while it is registered. */
export interface Recorder extends Disposable {
  spans: RecordedSpan[];
  counts: RecordedCount[];
  /** Number of tracers and counters that were made. */
  made: number;
}

/** @param parts members that are registered; Deno leaves out what its variables turn off */
export function register(parts: ("trace" | "metrics")[] = ["trace", "metrics"]): Recorder {
  const recorder: Recorder = {
    spans: [],
    counts: [],
    made: 0,
    [Symbol.dispose]: () => void delete (globalThis as Record<symbol, unknown>)[API],
  };
  const getTracer = (scope: string) => {
    recorder.made++;
    return {
      startActiveSpan(
        name: string,
        { kind, attributes }: { kind?: number; attributes: Attributes },
        run: (span: unknown) => unknown,
      ) {
        const span: RecordedSpan = { name, scope, kind, attributes: { ...attributes } };
        return run({
          setAttribute: (key: string, value: string | number) => {
            span.attributes[key] = value;
          },
          setStatus: (status: { code: number }) => void (span.status = status),
          end: () => void recorder.spans.push(span),
        });
      },
    };
  };
  const getMeter = (scope: string) => ({
    createCounter(name: string) {
      recorder.made++;
      return {
        add: (value: number, attributes: Attributes) =>
          void recorder.counts.push({ name, scope, value, attributes }),
      };
    },
  });
  const all = { trace: { getTracer }, metrics: { getMeter } };
  Object.assign(globalThis, {
    [API]: Object.fromEntries(parts.map((part) => [part, all[part]])),
  });
  return recorder;
}

/**
 * Spans and counters for OpenTelemetry, where the process has one: in Deno with
 * `OTEL_DENO=true`, elsewhere once the app has set up an SDK. Both put the API into the
 * same global, so it is reached without a package. It is looked up at each use, since an
 * SDK can be set up after this module is loaded; without one, that lookup is the whole cost.
 *
 * There is no option of its own: an app that sets up OpenTelemetry asks for the spans of
 * its libraries, and collectors and SDKs drop a scope by its name, `@x/auth`.
 *
 * @module
 */

import { lazy } from "../base/lazy.ts";
import type { RequestInternal, ResolvedConfig } from "../types/internal.ts";
import type { ResolvedProvider } from "../types/resolved_provider.ts";
import type {
  CountedEvent,
  MeterProvider,
  ReadResult,
  TracerProvider,
  UpstreamEndpoint,
} from "./recorder.ts";

export type { ReadResult, UpstreamEndpoint };

/** Where every `@opentelemetry/api` of major version 1 is registered, and that of Deno. */
const API = Symbol.for("opentelemetry.js.api.1");

const recorder = lazy(() => import("./recorder.ts"));

/** The registered parts; Deno omits those that its variables turn off. */
function registered(): { trace?: TracerProvider; metrics?: MeterProvider } | undefined {
  return (globalThis as { [API]?: ReturnType<typeof registered> })[API];
}

/** Returns `true` when the process has metrics. */
export function isMetered(): boolean {
  return registered()?.metrics !== undefined;
}

/** Runs an action in a span. */
export function traceAction<T extends { error?: unknown }>(
  request: RequestInternal,
  config: ResolvedConfig,
  run: (request: RequestInternal, config: ResolvedConfig) => Promise<T>,
): Promise<T> {
  const tracing = registered()?.trace;
  if (!tracing) return run(request, config);
  return record(({ traceAction }) => traceAction(tracing, request, config, run));
}

/** Sends a request to another server in a span. */
export function traceFetch(
  endpoint: UpstreamEndpoint,
  provider: ResolvedProvider | undefined,
  method: string,
  send: () => Promise<Response>,
): Promise<Response> {
  const tracing = registered()?.trace;
  if (!tracing) return send();
  return record(({ traceFetch }) => traceFetch(tracing, endpoint, provider, method, send));
}

/** Sends an email in a span. */
export function traceEmail<T>(
  provider: ResolvedProvider | undefined,
  send: () => Promise<T>,
): Promise<T> {
  const tracing = registered()?.trace;
  if (!tracing) return send();
  return record(({ traceMail }) => traceMail(tracing, provider, send));
}

/** Counts an entry of the audit log. */
export async function countEvent(
  config: ResolvedConfig,
  event: CountedEvent,
  error?: unknown,
): Promise<void> {
  const metering = registered()?.metrics;
  if (metering) await record(({ countEvent }) => countEvent(metering, config, event, error));
}

/** Counts a read of a session. */
export async function countRead(result: ReadResult): Promise<void> {
  const metering = registered()?.metrics;
  if (metering) await record(({ countRead }) => countRead(metering, result));
}

type Recorder = typeof import("./recorder.ts");

async function record<T>(run: (recorder: Recorder) => T | Promise<T>): Promise<T> {
  return await run(await recorder());
}

/**
 * Spans and counters for OpenTelemetry, where the process has one: in Deno with
 * `OTEL_DENO=true`, elsewhere once the app has set up an SDK. Both put the API into the
 * same global, so it is reached without a package. It is looked up at each use, since an
 * SDK can be set up after this module is loaded; without one, that lookup is the whole cost.
 *
 * There is no option of its own: an app that sets up OpenTelemetry asks for the spans of
 * its libraries, and collectors and SDKs drop a scope by its name, {@linkcode SCOPE}.
 *
 * Attributes are names from the source code and the config: actions, methods, provider ids
 * and types, endpoints, events, reasons and error classes. Nothing that a request, a person,
 * a provider or the message of an error says is in one, except a status. By the
 * specification of OpenTelemetry, its API never throws.
 *
 * @module
 */

import { AuthError } from "../errors.ts";
import type { AuditName, AuditReason } from "../types/audit.ts";
import type { RequestInternal, ResolvedConfig, ResolvedProvider } from "../types/internal.ts";

/** Name of the instrumentation scope. */
export const SCOPE = "@x/auth";

/** Where every `@opentelemetry/api` of major version 1 is registered, and that of Deno. */
const API = Symbol.for("opentelemetry.js.api.1");

/** `SpanKind.CLIENT` */
const CLIENT = 2;

/** `SpanStatusCode.ERROR` */
const ERROR = 2;

/** Value of `error.type` and of `http.request.method` for what has no name here. */
const OTHER = "_OTHER";

const METHODS: readonly string[] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"];

/** Requests of the library to other servers. */
export type UpstreamEndpoint =
  | "breached-passwords"
  | "discovery"
  | "jwks"
  | "pushed-authorization"
  | "request-token"
  | "revocation"
  | "token"
  | "userinfo";

/**
 * Result of reading a session: there is one; the browser sent no cookie of one; the session
 * of the cookie is over; or the store or a callback failed, so that the cookie was kept.
 */
export type ReadResult = "found" | "none" | "over" | "failed";

type Attributes = Record<string, string | number>;

interface Span {
  setAttribute(name: string, value: string | number): unknown;
  setStatus(status: { code: number }): unknown;
  end(): void;
}

/** The member of a tracer of OpenTelemetry that is used here. */
export interface Tracer {
  /** Runs a function in a new span, which becomes the parent of spans that begin in it. */
  startActiveSpan<T>(
    name: string,
    options: { kind?: number; attributes: Attributes },
    run: (span: Span) => T,
  ): T;
}

interface Counter {
  add(value: number, attributes: Attributes): void;
}

interface Meter {
  createCounter(name: string, options: { description: string; unit: string }): Counter;
}

/** Members that are registered; each can be absent. */
interface Api {
  trace?: { getTracer(name: string): Tracer };
  metrics?: { getMeter(name: string): Meter };
}

interface Counters {
  events: Counter;
  reads: Counter;
}

const tracers = new WeakMap<object, Tracer>();
const counters = new WeakMap<object, Counters>();

function registered(): Api | undefined {
  return (globalThis as { [API]?: Api })[API];
}

/** The tracer of this library; `undefined` when the process has no OpenTelemetry. */
export function findTracer(): Tracer | undefined {
  const provider = registered()?.trace;
  if (!provider) return undefined;
  let tracer = tracers.get(provider);
  if (!tracer) tracers.set(provider, tracer = provider.getTracer(SCOPE));
  return tracer;
}

/** Returns `true` when the process has metrics. */
export function isMetered(): boolean {
  return registered()?.metrics !== undefined;
}

function findCounters(): Counters | undefined {
  const provider = registered()?.metrics;
  if (!provider) return undefined;
  let found = counters.get(provider);
  if (!found) counters.set(provider, found = createCounters(provider.getMeter(SCOPE)));
  return found;
}

function createCounters(meter: Meter): Counters {
  return {
    events: meter.createCounter("auth.events", {
      description: "Changes of state and refusals, as in the audit log",
      unit: "{event}",
    }),
    reads: meter.createCounter("auth.session.reads", {
      description: "Reads of a session by result",
      unit: "{read}",
    }),
  };
}

/** Runs an action in a span. */
export function traceAction<T extends { error?: unknown }>(
  tracer: Tracer,
  request: RequestInternal,
  config: ResolvedConfig,
  run: (request: RequestInternal, config: ResolvedConfig) => Promise<T>,
): Promise<T> {
  const { action, method, providerId } = request;
  const attributes = {
    "auth.action": action,
    "http.request.method": method,
    ...describeProvider(providerOf(config, providerId)),
  };
  return tracer.startActiveSpan(`auth.${action}`, { attributes }, async (span) => {
    try {
      const outcome = await run(request, config);
      if (outcome.error !== undefined) describeFailure(span, outcome.error);
      return outcome;
    } finally {
      span.end();
    }
  });
}

/** Sends a request to another server in a span. */
export function traceFetch(
  endpoint: UpstreamEndpoint,
  provider: ResolvedProvider | undefined,
  method: string,
  send: () => Promise<Response>,
): Promise<Response> {
  const facts = { "http.request.method": METHODS.includes(method) ? method : OTHER };
  return traceUpstream(endpoint, provider, facts, send, (span, { status }) => {
    span.setAttribute("http.response.status_code", status);
    if (status < 400) return;
    span.setAttribute("error.type", String(status));
    span.setStatus({ code: ERROR });
  });
}

/** Sends a mail in a span. */
export function traceMail<T>(
  provider: ResolvedProvider | undefined,
  send: () => Promise<T>,
): Promise<T> {
  return traceUpstream("mail", provider, {}, send);
}

function traceUpstream<T>(
  endpoint: UpstreamEndpoint | "mail",
  provider: ResolvedProvider | undefined,
  facts: Attributes,
  send: () => Promise<T>,
  describe?: (span: Span, result: T) => void,
): Promise<T> {
  const tracer = findTracer();
  if (!tracer) return send();
  const attributes = { "auth.endpoint": endpoint, ...facts, ...describeProvider(provider) };
  const options = { kind: CLIENT, attributes };
  return tracer.startActiveSpan(`auth.upstream.${endpoint}`, options, async (span) => {
    try {
      const result = await send();
      describe?.(span, result);
      return result;
    } catch (error) {
      span.setAttribute("error.type", errorTypeOf(error));
      span.setStatus({ code: ERROR });
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Counts an entry of the audit log. */
export function countEvent(
  config: ResolvedConfig,
  { name, reason, provider }: { name: AuditName; reason?: AuditReason; provider?: string },
  error?: unknown,
): void {
  findCounters()?.events.add(1, {
    "auth.event": name,
    ...(reason === undefined ? {} : { "auth.reason": reason }),
    ...describeProvider(providerOf(config, provider)),
    ...(error === undefined ? {} : { "error.type": errorTypeOf(error) }),
  });
}

/** Counts a read of a session. */
export function countRead(result: ReadResult): void {
  findCounters()?.reads.add(1, { "auth.result": result });
}

/** The provider with an id from a path or a store, which can be any text: only if it is configured. */
function providerOf(
  { providers }: ResolvedConfig,
  id: string | undefined,
): ResolvedProvider | undefined {
  return id === undefined ? undefined : providers.get(id);
}

function describeProvider(provider: ResolvedProvider | undefined): Attributes {
  return provider ? { "auth.provider.id": provider.id, "auth.provider.type": provider.type } : {};
}

/** Refusals that the browser causes, such as a wrong password, are no failures of the span. */
function describeFailure(span: Span, error: unknown): void {
  const { reason, status } = classOf(error) ?? AuthError;
  span.setAttribute("auth.reason", reason);
  span.setAttribute("error.type", errorTypeOf(error));
  if (status >= 500) span.setStatus({ code: ERROR });
}

function errorTypeOf(error: unknown): string {
  if (error instanceof DOMException && error.name === "TimeoutError") return "timeout";
  return classOf(error)?.type ?? OTHER;
}

/** The class states its facts in source code; members of the error could be anything. */
function classOf(error: unknown): typeof AuthError | undefined {
  return error instanceof AuthError ? error.constructor as typeof AuthError : undefined;
}

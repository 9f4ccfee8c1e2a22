/**
 * Spans and counters, given what an OpenTelemetry has registered. Loaded when there is one.
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
import type { RequestInternal, ResolvedConfig } from "../types/internal.ts";
import type { ResolvedProvider } from "../types/resolved_provider.ts";

/** Name of the instrumentation scope. */
const SCOPE = "@x/auth";

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

/** The members of an audit entry that are counted. */
export interface CountedEvent {
  /** Name of the event. */
  name: AuditName;
  /** Reason of a refusal or an ending. */
  reason?: AuditReason;
  /** Id of a provider, which need not be configured. */
  provider?: string;
}

type Attributes = Record<string, string | number>;

interface Span {
  setAttribute(name: string, value: string | number): unknown;
  setStatus(status: { code: number }): unknown;
  end(): void;
}

interface Tracer {
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

/** Makes tracers, as SDKs of OpenTelemetry register it. */
export interface TracerProvider {
  /** Returns the tracer of a scope. */
  getTracer(scope: string): Tracer;
}

/** Makes meters, as SDKs of OpenTelemetry register it. */
export interface MeterProvider {
  /** Returns the meter of a scope. */
  getMeter(scope: string): Meter;
}

interface Counters {
  events: Counter;
  reads: Counter;
}

const tracers = new WeakMap<object, Tracer>();
const counters = new WeakMap<object, Counters>();

function tracerOf(provider: TracerProvider): Tracer {
  let tracer = tracers.get(provider);
  if (!tracer) tracers.set(provider, tracer = provider.getTracer(SCOPE));
  return tracer;
}

function countersOf(provider: MeterProvider): Counters {
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
  tracing: TracerProvider,
  request: RequestInternal,
  config: ResolvedConfig,
  run: (request: RequestInternal, config: ResolvedConfig) => Promise<T>,
): Promise<T> {
  const { action, method, providerId } = request;
  const attributes = {
    "auth.action": action,
    "http.request.method": method,
    ...describeProvider(findProvider(config, providerId)),
  };
  return tracerOf(tracing).startActiveSpan(`auth.${action}`, { attributes }, async (span) => {
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
  tracing: TracerProvider,
  endpoint: UpstreamEndpoint,
  provider: ResolvedProvider | undefined,
  method: string,
  send: () => Promise<Response>,
): Promise<Response> {
  const facts = { "http.request.method": METHODS.includes(method) ? method : OTHER };
  return traceUpstream(tracing, endpoint, provider, facts, send, (span, { status }) => {
    span.setAttribute("http.response.status_code", status);
    if (status < 400) return;
    span.setAttribute("error.type", String(status));
    span.setStatus({ code: ERROR });
  });
}

/** Sends an email in a span. */
export function traceMail<T>(
  tracing: TracerProvider,
  provider: ResolvedProvider | undefined,
  send: () => Promise<T>,
): Promise<T> {
  return traceUpstream(tracing, "mail", provider, {}, send);
}

function traceUpstream<T>(
  tracing: TracerProvider,
  endpoint: UpstreamEndpoint | "mail",
  provider: ResolvedProvider | undefined,
  facts: Attributes,
  send: () => Promise<T>,
  describe?: (span: Span, result: T) => void,
): Promise<T> {
  const attributes = { "auth.endpoint": endpoint, ...facts, ...describeProvider(provider) };
  const options = { kind: CLIENT, attributes };
  return tracerOf(tracing).startActiveSpan(`auth.upstream.${endpoint}`, options, async (span) => {
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
  metering: MeterProvider,
  config: ResolvedConfig,
  { name, reason, provider }: CountedEvent,
  error?: unknown,
): void {
  countersOf(metering).events.add(1, {
    "auth.event": name,
    ...(reason === undefined ? {} : { "auth.reason": reason }),
    ...describeProvider(findProvider(config, provider)),
    ...(error === undefined ? {} : { "error.type": errorTypeOf(error) }),
  });
}

/** Counts a read of a session. */
export function countRead(metering: MeterProvider, result: ReadResult): void {
  countersOf(metering).reads.add(1, { "auth.result": result });
}

/** The provider with an id from a path or a store, which can be any text: only if it is configured. */
function findProvider(
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

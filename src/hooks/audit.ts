/**
 * Entries of the app's audit log: one per change of state and per refusal.
 *
 * A renewal of a session is no change, and the deletion of a user is one entry, not
 * one for each row that goes with it. Requests that are refused at once with 400, 413
 * or 415, since no form or link of the app sends them, make no entry; neither does a
 * page that fails, nor any request while the config is unusable. The log has their
 * errors.
 *
 * Event handlers are called here too. They are awaited after the write that they report, and the
 * request continues when one fails.
 *
 * @module
 */

import { endpointAt } from "../http/paths.ts";
import { AuthError, EventError } from "../errors.ts";
import { lazy } from "../base/lazy.ts";
import { createFieldStore, withoutUndefined } from "../base/objects.ts";
import { nowDate } from "../base/time.ts";
import type { AuditEntry, AuditFacts, AuditOperator, AuditRefusal } from "../types/audit.ts";
import type { AuditedRequest, ResolvedConfig } from "../types/internal.ts";
import { countEvent, isMetered } from "./telemetry.ts";
import { publish } from "./topics.ts";
import type { EventCallbacks } from "../types/config.ts";

/** Members that the caller knows; `provider` defaults to the one in the request's path. */
type Known<Entry = AuditEntry> = Entry extends AuditEntry ? Omit<Entry, "at" | "address" | "device">
  : never;

// Most apps have no handler.
const devices = lazy(() => import("../base/device.ts"));
const owners = lazy(() => import("../records/owner.ts"));

/** Returns `true` when entries are of use, so that what they say is worth a read of the store. */
export function isAudited({ events, topics }: ResolvedConfig): boolean {
  return events.audit !== undefined || topics.has("audit.entry") || isMetered();
}

/** The operator who acts for the user of a request, and the session in which that is. */
type ActingFacts = Required<Pick<AuditFacts, "actor" | "sessionId">>;

/** What each entry of a request says then, by HTTP request. */
const actings = createFieldStore<ActingFacts>();

/** Notes that an operator acts for the user of a request. */
export function noteActing(
  { request }: Pick<AuditedRequest, "request">,
  facts: ActingFacts,
): void {
  actings.set(request, facts);
}

/**
 * Makes an entry, when the app has a handler, and counts it. A call of the app has no request, and
 * neither has a change by an operator: its address and its device are not those of the user. Those of
 * an operator who acts for the user are left out for the same reason.
 *
 * @param error the error that a refusal is about
 */
export async function audit(
  { config, request, operator }: {
    config: ResolvedConfig;
    request?: AuditedRequest;
    operator?: AuditOperator | undefined;
  },
  known: Known,
  error?: unknown,
): Promise<void> {
  if (!isAudited(config)) return;
  const { events: { audit: handler }, addressOf } = config;
  await countEvent(config, { provider: request?.providerId, ...known }, error);
  const isHeard = config.topics.has("audit.entry");
  if (!handler && !isHeard) return;
  await runHandler(config, "audit", async () => {
    const [{ deviceOf }, { ownerOf }] = [await devices(), await owners()];
    const acting = request && actings.get(request.request);
    const sender = acting === undefined ? request?.request : undefined;
    const facts = {
      at: nowDate(),
      provider: request?.providerId,
      ...acting,
      ...operator ? { actor: operator.id, note: operator.note } : {},
      via: acting || operator ? "operator" as const : undefined,
      ...known,
      userId: known.userId === undefined ? undefined : ownerOf(known.userId),
      address: sender ? addressOf(sender) : null,
      device: sender ? deviceOf(sender) : null,
    };
    const entry = withoutUndefined(facts) as AuditEntry;
    if (isHeard) {
      await publish(config, "audit.entry", { config, entry }, (error) => report(config, error));
    }
    await handler?.(entry);
  });
}

/** Names of refusals by action of the core; endpoints of capabilities state their own. */
const REFUSALS: { readonly [action: string]: AuditRefusal["name"] } = {
  callback: "signin.refused",
  session: "update.refused",
  signin: "signin.refused",
  signout: "signout.refused",
  "webauthn-options": "signin.refused",
};

/** Makes an entry for an action that threw, unless the request could not be meant. */
export async function auditRefusal(
  config: ResolvedConfig,
  request: AuditedRequest,
  error: unknown,
): Promise<void> {
  const { action, path, method } = request;
  const { direct, reason } = error instanceof AuthError
    ? error.constructor as typeof AuthError
    : AuthError;
  // By GET, only a callback does more than show a page or return options.
  const isAct = method === "POST" || action === "callback" || reason === "too-many";
  const name = isAct
    ? REFUSALS[action] ?? endpointAt(config, path ?? action, "POST")?.refusal
    : undefined;
  if (name && !direct) await audit({ config, request }, { name, reason }, error);
}

/** Calls an event handler, if there is one. */
export async function emit<E extends keyof EventCallbacks>(
  config: ResolvedConfig,
  event: E,
  message: Parameters<EventCallbacks[E]>[0],
): Promise<void> {
  const handler = config.events[event] as ((message: unknown) => unknown) | undefined;
  if (handler) await runHandler(config, event, () => handler(message));
}

/** Runs the handler of an event; a failure is logged. */
export async function runHandler(
  config: ResolvedConfig,
  event: keyof EventCallbacks,
  run: () => unknown,
): Promise<void> {
  try {
    await run();
  } catch (error) {
    report(config, error, event);
  }
}

function report(
  { logger }: ResolvedConfig,
  error: unknown,
  event: keyof EventCallbacks = "audit",
): void {
  const err = error instanceof Error ? error : new Error(String(error));
  logger.error(new EventError(`Event handler failed: "${event}" threw`, { cause: { err, event } }));
}

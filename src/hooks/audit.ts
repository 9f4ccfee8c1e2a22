/**
 * Tells the app's audit log: one entry per change of state and per refusal.
 *
 * A renewal of a session is no change, and the deletion of a user is one entry, not
 * one for each row that goes with it. A request that is refused at once with 400,
 * 413 or 415, since no form or link of the app sends it, is no refusal of a person;
 * neither is a page that fails, or any request while the config is unusable. The log
 * has their errors.
 *
 * @module
 */

import { AuthError } from "../errors.ts";
import { deviceOf } from "../http/device.ts";
import { withoutUndefined } from "../objects.ts";
import type { AuditEntry, AuditRefusal } from "../types/audit.ts";
import type { AuthAction, RequestInternal, ResolvedConfig } from "../types/internal.ts";
import { guarded } from "./events.ts";
import { ownerOf } from "./owner.ts";

/** Members that the caller knows; `provider` defaults to the one in the request's path. */
type Told<Entry = AuditEntry> = Entry extends AuditEntry ? Omit<Entry, "at" | "address" | "device">
  : never;

/** Tells an event: of a request, or without one when the app called a function. */
export async function audit(
  { config, request }: { config: ResolvedConfig; request?: RequestInternal },
  told: Told,
): Promise<void> {
  const { events: { audit: handler }, addressOf } = config;
  if (!handler) return;
  await guarded(config, "audit", () => {
    const entry = {
      at: new Date(),
      provider: request?.providerId,
      ...told,
      userId: told.userId === undefined ? undefined : ownerOf(told.userId),
      address: request ? addressOf(request.request) : null,
      device: request ? deviceOf(request.request) : null,
    };
    return handler(withoutUndefined(entry) as AuditEntry);
  });
}

const REFUSALS: { [Action in AuthAction]?: AuditRefusal["name"] } = {
  callback: "signin.refused",
  session: "update.refused",
  signin: "signin.refused",
  signout: "signout.refused",
};

/** Tells that an action threw. */
export async function auditRefusal(
  config: ResolvedConfig,
  request: RequestInternal,
  error: unknown,
): Promise<void> {
  if (!config.events.audit) return;
  const { action, method } = request;
  // By GET, only a callback does more than to show something.
  const name = method === "POST" || action === "callback" ? REFUSALS[action] : undefined;
  const { direct, reason } = error instanceof AuthError
    ? error.constructor as typeof AuthError
    : AuthError;
  if (name && !direct) await audit({ config, request }, { name, reason });
}

/**
 * Types of events that webhooks tell of: changes of state, by the names of the audit log. Refusals are
 * none, since strangers cause them, and neither is what one browser does for itself.
 *
 * @module
 */

import type { AuditChange, AuditEnding } from "../../types/audit.ts";

/** Name of a type. */
export type WebhookType =
  | Exclude<AuditChange["name"], "mail.sent" | "signin.pending" | "tokens.refreshed">
  | Exclude<AuditEnding["name"], "session.refused">;

const TYPES: Readonly<Record<WebhookType, true>> = {
  "account.linked": true,
  "account.unlinked": true,
  "acting.ended": true,
  "acting.started": true,
  "address.changed": true,
  "address.proven": true,
  "address.requested": true,
  "address.undo-cancelled": true,
  "address.undo-requested": true,
  "address.undone": true,
  "client.created": true,
  "client.removed": true,
  "client.rotated": true,
  "client.updated": true,
  "connection.created": true,
  "connection.link-created": true,
  "connection.link-opened": true,
  "connection.link-revoked": true,
  "connection.removed": true,
  "connection.tested": true,
  "connection.updated": true,
  "device.new": true,
  "device.trusted": true,
  "directory.group-created": true,
  "directory.group-deleted": true,
  "directory.group-updated": true,
  "directory.user-created": true,
  "directory.user-deleted": true,
  "directory.user-updated": true,
  "domain.added": true,
  "domain.lost": true,
  "domain.proven": true,
  "domain.removed": true,
  "factor.added": true,
  "factor.removed": true,
  "factor.renamed": true,
  "factor.replaced": true,
  "factors.reset": true,
  "factors.reset-cancelled": true,
  "factors.reset-requested": true,
  "grant.ended": true,
  "grant.given": true,
  "key.created": true,
  "key.revoked": true,
  "key.rotated": true,
  "native.reused": true,
  "oauth.reused": true,
  "organization.created": true,
  "organization.deleted": true,
  "organization.invitation-cancelled": true,
  "organization.invited": true,
  "organization.joined": true,
  "organization.left": true,
  "organization.member-added": true,
  "organization.member-removed": true,
  "organization.ownership-moved": true,
  "organization.role-changed": true,
  "organization.updated": true,
  "passkey.added": true,
  "passkey.removed": true,
  "passkey.renamed": true,
  "password.changed": true,
  "password.removed": true,
  "password.set": true,
  "service.created": true,
  "service.deleted": true,
  "session.ended": true,
  "session.proven": true,
  "session.revoked": true,
  "session.started": true,
  "session.updated": true,
  "token.exchanged": true,
  "tokens.revoked": true,
  "user.created": true,
  "user.deleted": true,
  "user.deletion-cancelled": true,
  "user.deletion-requested": true,
  "user.exported": true,
  "user.merged": true,
  "user.resumed": true,
  "user.suspended": true,
  "user.updated": true,
};

/** All types. */
export const WEBHOOK_TYPES: readonly string[] = Object.keys(TYPES);

/** Returns `true` for a type of which webhooks tell. */
export function isWebhookType(name: unknown): name is WebhookType {
  return typeof name === "string" && Object.hasOwn(TYPES, name);
}

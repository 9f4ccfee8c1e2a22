import type { AuthConfig } from "../../mod.ts";
import type {
  AuditEntry,
  CredentialRefusal,
  OrganizationRefusal,
  RefusalReason,
  SessionReason,
} from "../../src/types/mod.ts";
import { compiles, expectType, type Same } from "./_expect.ts";

/** Compiles only while there is a case for every name. */
function describe(entry: AuditEntry): string {
  switch (entry.name) {
    case "account.refused":
    case "address.refused":
    case "factor.refused":
    case "operator.refused":
    case "password.refused":
    case "refresh.refused":
    case "signin.refused":
    case "signout.refused":
    case "update.refused":
      expectType<Same<typeof entry.reason, RefusalReason>>();
      return entry.reason;
    case "organization.refused":
      expectType<Same<typeof entry.reason, OrganizationRefusal>>();
      return entry.reason;
    case "credential.refused":
      expectType<Same<typeof entry.reason, CredentialRefusal | OrganizationRefusal>>();
      return entry.reason;
    case "session.ended":
    case "session.refused":
    case "session.revoked":
      expectType<Same<typeof entry.reason, SessionReason>>();
      return entry.reason;
    case "account.linked":
    case "account.unlinked":
    case "address.changed":
    case "address.proven":
    case "address.requested":
    case "address.undo-cancelled":
    case "address.undo-requested":
    case "address.undone":
    case "device.new":
    case "device.trusted":
    case "factor.added":
    case "factor.removed":
    case "factor.renamed":
    case "factor.replaced":
    case "factors.reset":
    case "factors.reset-cancelled":
    case "factors.reset-requested":
    case "grant.ended":
    case "grant.given":
    case "key.created":
    case "key.revoked":
    case "key.rotated":
    case "mail.sent":
    case "native.reused":
    case "oauth.reused":
    case "service.created":
    case "service.deleted":
    case "organization.created":
    case "organization.deleted":
    case "organization.invitation-cancelled":
    case "organization.invited":
    case "organization.joined":
    case "organization.left":
    case "organization.member-added":
    case "organization.member-removed":
    case "organization.ownership-moved":
    case "organization.role-changed":
    case "organization.updated":
    case "acting.ended":
    case "acting.started":
    case "passkey.added":
    case "passkey.removed":
    case "passkey.renamed":
    case "password.changed":
    case "password.removed":
    case "password.set":
    case "client.created":
    case "client.removed":
    case "client.rotated":
    case "client.updated":
    case "connection.created":
    case "connection.link-created":
    case "connection.link-opened":
    case "connection.link-revoked":
    case "connection.removed":
    case "connection.tested":
    case "connection.updated":
    case "directory.group-created":
    case "directory.group-deleted":
    case "directory.group-updated":
    case "directory.user-created":
    case "directory.user-deleted":
    case "directory.user-updated":
    case "domain.added":
    case "domain.lost":
    case "domain.proven":
    case "domain.removed":
    case "session.proven":
    case "session.started":
    case "session.updated":
    case "signin.pending":
    case "token.exchanged":
    case "tokens.refreshed":
    case "tokens.revoked":
    case "user.created":
    case "user.deleted":
    case "user.merged":
    case "user.deletion-cancelled":
    case "user.deletion-requested":
    case "user.exported":
    case "user.resumed":
    case "user.suspended":
    case "user.updated":
      expectType<Same<typeof entry.reason, undefined>>();
      return entry.name;
  }
}

Deno.test("events.audit: a `switch` over the names is checked, and each name has its reasons", () => {
  compiles((): AuthConfig => ({
    providers: [],
    events: { audit: (entry) => void describe(entry) },
  }));
  compiles((): AuthConfig => ({
    providers: [],
    // @ts-expect-error there is no such name
    events: { audit: (entry) => void (entry.name === "user.renamed") },
  }));
});

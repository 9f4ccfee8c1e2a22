/**
 * How pages name the entries of the log, and why a request was refused: no name of an event, and no
 * reason as the log has it, reaches a page.
 *
 * @module
 */

import { ownMember } from "../../base/objects.ts";
import type { ActivityKind, ActivityReason } from "../../../pages/activity/step.ts";
import type { AuditName, AuditReason } from "../../types/audit.ts";

/** Every name of an entry. */
export const KINDS: Readonly<Record<AuditName, ActivityKind>> = {
  "account.linked": "accountLinked",
  "account.refused": "refused",
  "account.unlinked": "accountUnlinked",
  "acting.ended": "actingEnded",
  "acting.started": "actingStarted",
  "address.changed": "addressChanged",
  "address.proven": "addressProven",
  "address.refused": "refused",
  "address.requested": "addressRequested",
  "address.undo-cancelled": "addressUndoStopped",
  "address.undo-requested": "addressUndoRequested",
  "address.undone": "addressUndone",
  "client.created": "clientCreated",
  "client.removed": "clientRemoved",
  "client.rotated": "clientRotated",
  "client.updated": "clientUpdated",
  "connection.created": "connectionCreated",
  "connection.link-created": "linkCreated",
  "connection.link-opened": "linkOpened",
  "connection.link-revoked": "linkRevoked",
  "connection.removed": "connectionRemoved",
  "connection.tested": "connectionTested",
  "connection.updated": "connectionUpdated",
  "credential.refused": "refused",
  "device.new": "deviceNew",
  "device.trusted": "deviceTrusted",
  "directory.group-created": "directoryGroup",
  "directory.group-deleted": "directoryGroup",
  "directory.group-updated": "directoryGroup",
  "directory.user-created": "directoryUser",
  "directory.user-deleted": "directoryUser",
  "directory.user-updated": "directoryUser",
  "domain.added": "domainAdded",
  "domain.lost": "domainLost",
  "domain.proven": "domainProven",
  "domain.removed": "domainRemoved",
  "factor.added": "factorAdded",
  "factor.refused": "refused",
  "factor.removed": "factorRemoved",
  "factor.renamed": "factorChanged",
  "factor.replaced": "factorChanged",
  "factors.reset": "factorsReset",
  "factors.reset-cancelled": "resetStopped",
  "factors.reset-requested": "resetRequested",
  "grant.ended": "grantEnded",
  "grant.given": "grantGiven",
  "key.created": "keyCreated",
  "key.revoked": "keyRevoked",
  "key.rotated": "keyRotated",
  "mail.sent": "mailSent",
  "native.reused": "reused",
  "oauth.reused": "reused",
  "operator.refused": "refused",
  "organization.created": "organizationCreated",
  "organization.deleted": "organizationDeleted",
  "organization.invitation-cancelled": "invitationCanceled",
  "organization.invited": "invited",
  "organization.joined": "joined",
  "organization.left": "left",
  "organization.member-added": "memberAdded",
  "organization.member-removed": "memberRemoved",
  "organization.ownership-moved": "ownershipMoved",
  "organization.refused": "refused",
  "organization.role-changed": "roleChanged",
  "organization.updated": "organizationUpdated",
  "passkey.added": "passkeyAdded",
  "passkey.removed": "passkeyRemoved",
  "passkey.renamed": "passkeyRenamed",
  "password.changed": "passwordChanged",
  "password.refused": "refused",
  "password.removed": "passwordRemoved",
  "password.set": "passwordSet",
  "refresh.refused": "tokensRefused",
  "service.created": "serviceCreated",
  "service.deleted": "serviceDeleted",
  "session.ended": "signedOut",
  "session.proven": "proven",
  "session.refused": "sessionRefused",
  "session.revoked": "signedOut",
  "session.started": "signedIn",
  "session.updated": "sessionUpdated",
  "signin.pending": "signInPending",
  "signin.refused": "signInRefused",
  "signout.refused": "signOutRefused",
  "token.exchanged": "exchanged",
  "tokens.refreshed": "tokensRefreshed",
  "tokens.revoked": "tokensRevoked",
  "update.refused": "refused",
  "user.created": "userCreated",
  "user.deleted": "userDeleted",
  "user.deletion-cancelled": "deletionCanceled",
  "user.deletion-requested": "deletionRequested",
  "user.exported": "exported",
  "user.merged": "userMerged",
  "user.resumed": "resumed",
  "user.suspended": "suspended",
  "user.updated": "userUpdated",
};

/** What only operators see: it says nothing to other people, and some of it happens often. */
const FOR_OPERATORS: ReadonlySet<AuditName> = new Set([
  "mail.sent",
  "refresh.refused",
  "session.refused",
  "session.updated",
  "signout.refused",
  "tokens.refreshed",
  "tokens.revoked",
  "update.refused",
]);

/** Names of the entries that people see of an organization, and of their own account. */
export const SHOWN = (Object.keys(KINDS) as AuditName[]).filter((name) => !FOR_OPERATORS.has(name));

/** The kind of an entry; a later version may have written names that this one does not know. */
export function kindOf(name: string): ActivityKind {
  return ownMember<ActivityKind>(KINDS, name) ?? "unknown";
}

/** The kind of a reason; `undefined` where the words for the entry say it. */
export function reasonOf(reason: string): ActivityReason | undefined {
  return ownMember<ActivityReason | null>(REASONS, reason) ?? undefined;
}

/** Names of the entries with the words of a kind. */
export function namesOf(kind: string): AuditName[] {
  return (Object.keys(KINDS) as AuditName[]).filter((name) => KINDS[name] === kind);
}

/** Every reason. `null`: the words for the entry say it. */
export const REASONS: Readonly<Record<AuditReason, ActivityReason | null>> = {
  "access-denied": "notAllowed",
  "acting": "notAllowed",
  "already-member": "taken",
  "attempt-mismatch": "invalid",
  "cross-site": "otherSite",
  "csrf": "otherSite",
  "deleted": "blocked",
  "domain-not-allowed": "notAllowed",
  "expired": "expired",
  "expired-link": "invalid",
  "factor-pending": "tooWeak",
  "failed": "failed",
  "forbidden": "notAllowed",
  "insufficient-scope": "notAllowed",
  "invalid-answer": "failed",
  "invitation-expired": "invalid",
  "invitation-other-address": "otherPerson",
  "inviter-lost-right": "notAllowed",
  "key-in-query": "credential",
  "key-misplaced": "credential",
  "last-owner": "notAllowed",
  "mail-failed": "failed",
  "no-credential": "credential",
  "not-accepted": "credential",
  "not-linked": "taken",
  "not-member": "notMember",
  "other-organization": "credential",
  "proof-missing": "credential",
  "proof-nonce": "credential",
  "proof-replayed": "credential",
  "proof-too-weak": "tooWeak",
  "proof-url": "credential",
  "proof-wrong": "credential",
  "provider-error": "failed",
  "provider-required": "notAllowed",
  "replaced": "replaced",
  "replayed": "invalid",
  "revoked": "ended",
  "role-beyond-own": "notAllowed",
  "session-too-old": "tooWeak",
  "sign-up-refused": "signUp",
  "signed-out": null,
  "slug-taken": "taken",
  "suspended": "blocked",
  "too-many": "tooMany",
  "two-credentials": "credential",
  "unknown": "expired",
  "unreadable": "expired",
  "wrong-audience": "credential",
  "wrong-code": "wrong",
  "wrong-credentials": "wrong",
  "wrong-factor": "wrong",
  "wrong-passkey": "wrong",
};

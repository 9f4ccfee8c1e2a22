/**
 * Entries of `events.audit`: changes of state and refusals, with closed lists of
 * names and reasons.
 *
 * @module
 */

import type { Proof } from "./proof.ts";

/** An operator who makes a change of another user. */
export interface AuditOperator {
  /** Id of the operator. */
  readonly id: string;
  /** Reason for the change. Default: none. */
  readonly note?: string | undefined;
}

/** Members of every entry. None of them is a secret, a token or an email address. */
export interface AuditFacts {
  /** Time of the event. */
  at: Date;
  /** Id of the user; absent when the user is not known. */
  userId?: string;
  /**
   * Id of the session, as in `sessions.list`; it cannot be used as a session token.
   * Absent when the event is about no session, and when a token session has no
   * record.
   */
  sessionId?: string;
  /** Id of the provider; absent when the event is about none. */
  provider?: string;
  /** Id of the second factor; absent when the event is about none. */
  factor?: string;
  /**
   * Network address of the client, as `session.revocation.address` or
   * `limits.clientAddress` finds it, else that of the socket. `null` when unknown, and
   * for calls of the app without a request.
   */
  address: string | null;
  /** First 256 characters of `User-Agent`; `null` when unknown, as for the address. */
  device: string | null;
  /** Id of the person who acts, when it is not the user. */
  actor?: string;
  /**
   * Reason that an operator has typed for the change, at most 200 characters on one line. Default: none.
   *
   * @since 0.3.0
   */
  note?: string;
  /** Id of the organization; absent when the event is about none. */
  organization?: string;
  /**
   * Public id of the key, the service, the access token's session, the access of an app, or an app of an
   * organization; absent when the event is about none.
   */
  credential?: string;
  /** `true` when the app itself acts for an organization (`asSystem`, an import). Else absent. */
  bySystem?: true;
  /**
   * `"admin-link"` when a person without an account acts, whom the user has given an admin link of
   * `auth.connections`. `"operator"` when the `actor` is an operator: one who changes the account, or who
   * acts for the user, in which case `sessionId` is that of the session in which they act. Else absent.
   */
  via?: "admin-link" | "operator" | undefined;
  /**
   * Id of the account that was merged into the user, and is deleted; absent for other events.
   *
   * @since 0.3.0
   */
  merged?: string;
  /** Methods, time and provider of the proof; present when a session begins or is proven again. */
  proof?: Proof;
}

/**
 * A user, an account, an address, a passkey, a password, a second factor, an API key, a service, the
 * access of an app, an organization or a session changed, a copy of a user's data was made, an email left, a sign-in waits
 * for a second factor or for the decision about a deletion (`signin.pending`), a browser is not asked
 * for one (`device.trusted`), a user signed in with a browser for the first time (`device.new`), or a
 * refresh token or a code was used again (`native.reused`, `oauth.reused`).
 */
export interface AuditChange extends AuditFacts {
  /** Name of the event. */
  name:
    /** An account of a provider was linked to the user. */
    | "account.linked"
    /** A linked account was removed. */
    | "account.unlinked"
    /** An operator, the `actor`, stopped acting for the user. */
    | "acting.ended"
    /** An operator, the `actor`, began to act for the user. */
    | "acting.started"
    /** The user has another email address. */
    | "address.changed"
    /** The user proved the email address. */
    | "address.proven"
    /** A code for a new address left. */
    | "address.requested"
    /** An undo of a change of address was stopped. */
    | "address.undo-cancelled"
    /** An undo of a change of address waits, since the account was protected meanwhile. */
    | "address.undo-requested"
    /** A change of address was undone. */
    | "address.undone"
    /** An organization has made an app of its own, a client of the authorization server. */
    | "client.created"
    /** An app of an organization was removed. */
    | "client.removed"
    /** An app of an organization has a new secret. */
    | "client.rotated"
    /** An app of an organization changed. */
    | "client.updated"
    /** An organization has a connection to an identity provider of its own. */
    | "connection.created"
    /** An admin link was made, with which a person without an account sets a connection up. */
    | "connection.link-created"
    /** An admin link was opened in a browser, which can use it from then on. */
    | "connection.link-opened"
    /** An admin link was revoked. */
    | "connection.link-revoked"
    /** A connection of an organization was removed. */
    | "connection.removed"
    /** A test of the sign-in of a connection began. */
    | "connection.tested"
    /** A connection of an organization changed. */
    | "connection.updated"
    /** The user signed in with this browser for the first time. */
    | "device.new"
    /** This browser is not asked for a second factor any more. */
    | "device.trusted"
    /** The directory of an organization has a new group. */
    | "directory.group-created"
    /** The directory of an organization has removed a group. */
    | "directory.group-deleted"
    /** The directory of an organization has changed a group. */
    | "directory.group-updated"
    /** The directory of an organization has a new person. */
    | "directory.user-created"
    /** The directory of an organization has removed a person. */
    | "directory.user-deleted"
    /** The directory of an organization has changed a person. */
    | "directory.user-updated"
    /** An organization has claimed a domain, which is not proven yet. */
    | "domain.added"
    /** The record that proves a domain is gone: it brings no new members. */
    | "domain.lost"
    /** A domain is proven for an organization. */
    | "domain.proven"
    /** An organization has given up a domain. */
    | "domain.removed"
    /** The user enrolled a second factor. */
    | "factor.added"
    /** A second factor was removed. */
    | "factor.removed"
    /** A second factor has another name. */
    | "factor.renamed"
    /** A new enrolment took the place of the previous one. */
    | "factor.replaced"
    /** All second factors of the user were removed. */
    | "factors.reset"
    /** A reset of second factors was stopped. */
    | "factors.reset-cancelled"
    /** A reset of second factors waits. */
    | "factors.reset-requested"
    /** Access of another app was ended. */
    | "grant.ended"
    /** The user gave another app access, or more of it. */
    | "grant.given"
    /** An API key was made. */
    | "key.created"
    /** An API key was ended. */
    | "key.revoked"
    /** An API key has a successor, whose id is that of the entry. */
    | "key.rotated"
    /** An email with a link or a code left. */
    | "mail.sent"
    /** A code or a refresh token was used again, which ends the session. */
    | "native.reused"
    /** A code or a refresh token of another app was used again, which ends what the user gave to it. */
    | "oauth.reused"
    /** An organization was created. */
    | "organization.created"
    /** An organization was deleted. */
    | "organization.deleted"
    /** An invitation was cancelled. */
    | "organization.invitation-cancelled"
    /** An invitation to an organization left. */
    | "organization.invited"
    /** The user accepted an invitation. */
    | "organization.joined"
    /** The user left an organization. */
    | "organization.left"
    /** An import made the user a member. */
    | "organization.member-added"
    /** The user was removed from an organization. */
    | "organization.member-removed"
    /** The user became the owner in place of another one. */
    | "organization.ownership-moved"
    /** The user has another role in an organization. */
    | "organization.role-changed"
    /** Name, slug or policy of an organization changed. */
    | "organization.updated"
    /** A passkey was added. */
    | "passkey.added"
    /** A passkey was removed. */
    | "passkey.removed"
    /** A passkey has another name. */
    | "passkey.renamed"
    /** The user changed the password. */
    | "password.changed"
    /** The password was removed. */
    | "password.removed"
    /** A password was set for the first time, or in place of a forgotten one. */
    | "password.set"
    /** A service of an organization was made. */
    | "service.created"
    /** A service of an organization was deleted, with its keys. */
    | "service.deleted"
    /** The user of a session proved again who it is. */
    | "session.proven"
    /** A session began. */
    | "session.started"
    /** A sign-in waits for a second factor. */
    | "signin.pending"
    /** The content of a session changed. */
    | "session.updated"
    /** A service got a token for the one of a user, whose `actor` it is. */
    | "token.exchanged"
    /** The access token of a provider was refreshed. */
    | "tokens.refreshed"
    /** Tokens were revoked at the provider. */
    | "tokens.revoked"
    /** A user was created. */
    | "user.created"
    /** A user was deleted. */
    | "user.deleted"
    /** The user keeps the account: a deletion that waited was cancelled. */
    | "user.deletion-cancelled"
    /** The user asked for a deletion, which waits. */
    | "user.deletion-requested"
    /** A copy of the user's data was made. */
    | "user.exported"
    /** Another account was merged into that of the user. */
    | "user.merged"
    /** A suspended user may sign in again. */
    | "user.resumed"
    /** The user may not sign in any more. */
    | "user.suspended"
    /** Members of the user changed. */
    | "user.updated";
  /** Changes have no reason. */
  reason?: undefined;
}

/**
 * A session is over: it was ended in this request (`session.ended`), from elsewhere
 * (`session.revoked`), or the cookie of a request opens none (`session.refused`).
 */
export interface AuditEnding extends AuditFacts {
  /** Name of the event. */
  name:
    /** A session ended in this request. */
    | "session.ended"
    /** The cookie of the request opens no session. */
    | "session.refused"
    /** A session was ended from elsewhere. */
    | "session.revoked";
  /** Reason of the event. */
  reason: SessionReason;
}

/**
 * A sign-in, a sign-out, an update of the session, a refresh of tokens, or a change of the
 * account, of the address, of second factors or of the password was refused, or failed, and so was
 * what an operator tried.
 */
export interface AuditRefusal extends AuditFacts {
  /** Name of the event. */
  name:
    /** A change of the account was refused. */
    | "account.refused"
    /** A change of the address was refused. */
    | "address.refused"
    /** A change or a proof of second factors was refused. */
    | "factor.refused"
    /** A change by an operator was refused. */
    | "operator.refused"
    /** A change of the password was refused. */
    | "password.refused"
    /** A refresh of tokens was refused. */
    | "refresh.refused"
    /** A sign-in was refused, or failed. */
    | "signin.refused"
    /** A sign-out was refused, or a provider's request for one. */
    | "signout.refused"
    /** An update of the session was refused. */
    | "update.refused";
  /** Reason of the event. */
  reason: RefusalReason;
}

/** A request for an organization, or a change of one, was refused. */
export interface AuditOrganizationRefusal extends AuditFacts {
  /** Name of the event. */
  name: /** An organization refused a request or a change. */ "organization.refused";
  /** Reason of the event. */
  reason: OrganizationRefusal;
}

/** Reason for which an organization refuses. */
export type OrganizationRefusal =
  /** The invited address is that of a member. */
  | "already-member"
  /** The domain of the user's proven address is not one of the policy. */
  | "domain-not-allowed"
  /** The role does not permit it, or another person acts for the user. */
  | "forbidden"
  /** The invitation is unknown, used, cancelled or has expired. */
  | "invitation-expired"
  /** The invitation is for another address, or the user has not proven it. */
  | "invitation-other-address"
  /** The person who invited may not give the role any more. */
  | "inviter-lost-right"
  /** The organization would have no owner. */
  | "last-owner"
  /** There is no such organization, or the user is no member of it. */
  | "not-member"
  /** The proof of the session is too old, or lacks a method. */
  | "proof-too-weak"
  /** The policy demands a sign-in with another provider. */
  | "provider-required"
  /** The role is not one that the actor may give, or take. */
  | "role-beyond-own"
  /** The session is older than the policy allows. */
  | "session-too-old"
  /** Another organization has the slug. */
  | "slug-taken"
  /** A limit was reached: of owners, of invitations in an hour, or of emails to an address. */
  | "too-many";

/** A credential of a request was refused; a request without any makes no entry. */
export interface AuditCredentialRefusal extends AuditFacts {
  /** Name of the event. */
  name: /** A credential was refused. */ "credential.refused";
  /** Reason of the event. */
  reason: CredentialRefusal | OrganizationRefusal;
}

/** Reason for which `authenticate` refuses a credential. */
export type CredentialRefusal =
  /** An operator acts for the user, and the app does not allow it for this request. */
  | "acting"
  /** Another site made the browser send a request that changes something. */
  | "cross-site"
  /** The owner was deleted. */
  | "deleted"
  /** The credential has expired. */
  | "expired"
  /** The sign-in waits for a second factor, or for another step. */
  | "factor-pending"
  /** The credential, or the role of its owner, lacks a scope. */
  | "insufficient-scope"
  /** An API key stands in the URL, which logs and browsers keep. */
  | "key-in-query"
  /** An API key stands in another header than `Authorization`, or there without `Bearer`. */
  | "key-misplaced"
  /** The request has no credential. */
  | "no-credential"
  /** The kind of the credential, or its scheme, is not accepted. */
  | "not-accepted"
  /** The credential is bound to another organization. */
  | "other-organization"
  /** The credential is bound to a key of the client, and there is no DPoP proof. */
  | "proof-missing"
  /** The time of the DPoP proof is not that of the server, which gives a nonce to prove it with. */
  | "proof-nonce"
  /** The DPoP proof was used before. */
  | "proof-replayed"
  /** The DPoP proof is for another URL or method. */
  | "proof-url"
  /** The DPoP proof is not valid, or of another key. */
  | "proof-wrong"
  /** The credential was ended. */
  | "revoked"
  /** The owner is suspended. */
  | "suspended"
  /** The limit of the credential, or of wrong ones, was reached. */
  | "too-many"
  /** The request has more than one credential, or one in its query. */
  | "two-credentials"
  /** No such credential exists. */
  | "unknown"
  /** The credential is for another resource. */
  | "wrong-audience";

/** Reason for which a session is over. */
export type SessionReason =
  /** The `jwt` callback returned `null`. */
  | "access-denied"
  /** The session token has expired. */
  | "expired"
  /** A sign-in in the same browser replaced it. */
  | "replaced"
  /** It was ended from elsewhere, by the app or by an event of a provider. */
  | "revoked"
  /** The user signed out, here or at the provider. */
  | "signed-out"
  /** The user is suspended, or was deleted. */
  | "suspended"
  /** The store has no such session: it was ended, or has expired. */
  | "unknown"
  /** The session token was changed, or no secret opens it. */
  | "unreadable";

/** Reason for a refusal; each error class states its own, as `AuthError.reason`. */
export type RefusalReason =
  /** The `signIn` callback refused or redirected, or the `jwt` callback returned `null`. */
  | "access-denied"
  /** The attempt is not one of this browser, has expired, or belongs to another provider. */
  | "attempt-mismatch"
  /** The request came from another site, or without the CSRF token. */
  | "csrf"
  /** The link or the code of an email is unknown, used, expired, or was guessed too often. */
  | "expired-link"
  /** A provider, the store or code of the app failed; the log has the error. */
  | "failed"
  /**
   * The provider's answer is not valid, or could not be validated: its issuer, or the
   * times, the nonce or the signature of its ID token, logout token or security event.
   */
  | "invalid-answer"
  /** No email could be sent, or not to such an address. */
  | "mail-failed"
  /** The account or its address belongs to another user. */
  | "not-linked"
  /** The provider answered with an error, or with a profile that cannot be used. */
  | "provider-error"
  /** The answer, or the statement of a provider, was used before. */
  | "replayed"
  /** `signUp` does not let the person become a user; a request for an email only looks the same. */
  | "sign-up-refused"
  /** The provider ended its session while the sign-in ran. */
  | "signed-out"
  /** The user is suspended, or was deleted. */
  | "suspended"
  /** A limit was reached: of an address, an account, a recipient or an action. */
  | "too-many"
  /** The code of an email is wrong; another try is allowed. */
  | "wrong-code"
  /** `authorize` refused, or the password is wrong. */
  | "wrong-credentials"
  /** The answer to a second factor is wrong; another try is allowed. */
  | "wrong-factor"
  /** The passkey did not verify. */
  | "wrong-passkey";

/** An entry for the app's audit log. */
export type AuditEntry =
  | AuditChange
  | AuditEnding
  | AuditRefusal
  | AuditOrganizationRefusal
  | AuditCredentialRefusal;

/** Every name of an entry. */
export type AuditName = AuditEntry["name"];

/** Every reason of an entry. */
export type AuditReason =
  | SessionReason
  | RefusalReason
  | OrganizationRefusal
  | CredentialRefusal;

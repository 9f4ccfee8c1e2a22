/**
 * Entries of `events.audit`: changes of state and refusals, with closed lists of
 * names and reasons.
 *
 * @module
 */

import type { Proof } from "./proof.ts";

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
  /** Methods, time and provider of the proof; present when a session begins or is proven again. */
  proof?: Proof;
}

/**
 * A user, an account, an address, a passkey, a password, a second factor or a session changed, a
 * copy of a user's data was made, an email left, a sign-in waits for a second factor or for the
 * decision about a deletion (`signin.pending`), a browser is not asked for one (`device.trusted`), or a user signed in with a
 * browser for the first time (`device.new`).
 */
export interface AuditChange extends AuditFacts {
  /** Name of the event. */
  name:
    | "account.linked"
    | "account.unlinked"
    | "address.changed"
    | "address.proven"
    | "address.requested"
    | "address.undo-cancelled"
    | "address.undo-requested"
    | "address.undone"
    | "device.new"
    | "device.trusted"
    | "factor.added"
    | "factor.removed"
    | "factor.renamed"
    | "factor.replaced"
    | "factors.reset"
    | "factors.reset-cancelled"
    | "factors.reset-requested"
    | "mail.sent"
    | "passkey.added"
    | "passkey.removed"
    | "passkey.renamed"
    | "password.changed"
    | "password.removed"
    | "password.set"
    | "session.proven"
    | "session.started"
    | "signin.pending"
    | "session.updated"
    | "tokens.refreshed"
    | "tokens.revoked"
    | "user.created"
    | "user.deleted"
    | "user.deletion-cancelled"
    | "user.deletion-requested"
    | "user.exported"
    | "user.resumed"
    | "user.suspended"
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
  name: "session.ended" | "session.refused" | "session.revoked";
  /** Reason of the event. */
  reason: SessionReason;
}

/**
 * A sign-in, a sign-out, an update of the session, a refresh of tokens, or a change of the
 * account, of the address, of second factors or of the password was refused, or failed.
 */
export interface AuditRefusal extends AuditFacts {
  /** Name of the event. */
  name:
    | "account.refused"
    | "address.refused"
    | "factor.refused"
    | "password.refused"
    | "refresh.refused"
    | "signin.refused"
    | "signout.refused"
    | "update.refused";
  /** Reason of the event. */
  reason: RefusalReason;
}

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
export type AuditEntry = AuditChange | AuditEnding | AuditRefusal;

/** Every name of an entry. */
export type AuditName = AuditEntry["name"];

/** Every reason of an entry. */
export type AuditReason = SessionReason | RefusalReason;

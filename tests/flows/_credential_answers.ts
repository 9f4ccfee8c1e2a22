/**
 * The answer of this library in each cell of the table of credentials: the reason of the state, its
 * status and its challenge.
 *
 * @module
 */

import type { Cell, Credential, Seen, State } from "./_credential_cases.ts";
import type { Strategy } from "./_strategies.ts";

/** Status of each reason, and the error of its challenge (RFC 6750 §3.1, RFC 9449 §7.1, RFC 9470 §3). */
const REASONS: Readonly<Record<string, readonly [status: number, error?: string]>> = {
  "deleted": [401, "invalid_token"],
  "expired": [401, "invalid_token"],
  "factor-pending": [401, "invalid_token"],
  "insufficient-scope": [403, "insufficient_scope"],
  // A request without a credential gets no error code (RFC 6750 §3.1).
  "no-credential": [401],
  "not-accepted": [401, "invalid_token"],
  // As for an organization that does not exist.
  "not-member": [404],
  "other-organization": [404],
  "proof-missing": [401, "invalid_token"],
  "proof-nonce": [401, "use_dpop_nonce"],
  "proof-replayed": [401, "invalid_dpop_proof"],
  "proof-too-weak": [401, "insufficient_user_authentication"],
  "proof-url": [401, "invalid_dpop_proof"],
  "proof-wrong": [401, "invalid_dpop_proof"],
  "revoked": [401, "invalid_token"],
  "suspended": [401, "invalid_token"],
  "two-credentials": [400],
  "unknown": [401, "invalid_token"],
  "wrong-audience": [401, "invalid_token"],
};

/** Reasons of the states for sessions that come as tokens, and for keys of users. */
const OF_TOKEN: Readonly<Record<State, string>> = {
  "suspended": "suspended",
  "deleted": "deleted",
  "factor-pending": "factor-pending",
  "revoked": "revoked",
  "expired": "expired",
  "other-organization": "not-member",
  "member-removed": "not-member",
  "role-lowered": "insufficient-scope",
  "policy-raised": "proof-too-weak",
  "wrong-audience": "wrong-audience",
  "wrong-key": "not-accepted",
  "replayed": "proof-missing",
  "http-url": "not-accepted",
  "two-credentials": "two-credentials",
};

/** A cookie that opens no session is no credential, so that a browser is led to the sign-in page. */
const OF_COOKIE: Partial<Record<State, string>> = {
  "suspended": "no-credential",
  "deleted": "no-credential",
  "factor-pending": "no-credential",
  "revoked": "no-credential",
  "expired": "no-credential",
  // The value of a cookie is no token.
  "wrong-key": "unknown",
  "http-url": "unknown",
};

const OF_BOUND: Partial<Record<State, string>> = {
  "wrong-key": "proof-wrong",
  "replayed": "proof-replayed",
  "http-url": "proof-url",
};

const OF_KEY: Partial<Record<State, string>> = {
  // Nothing is left of the key.
  "deleted": "unknown",
  // The state of a sign-in has not the form of a key.
  "factor-pending": "unknown",
};

const OWN: Readonly<Record<Credential, Partial<Record<State, string>>>> = {
  "cookie": OF_COOKIE,
  "bearer": {},
  "dpop": OF_BOUND,
  "user-key": OF_KEY,
  "member-key": { ...OF_KEY, "other-organization": "other-organization" },
  "org-key": OF_KEY,
  "service-key": OF_KEY,
};

/** Reasons in the audit log for the session of a cookie; a session in the store leaves none. */
const AUDITED: Partial<Record<State, string>> = {
  "suspended": "suspended",
  "deleted": "suspended",
  "revoked": "revoked",
  "expired": "expired",
};

/** The reason in a cell where a request is refused. */
export function reasonIn({ credential, state }: Pick<Cell, "credential" | "state">): string {
  return OWN[credential][state] ?? OF_TOKEN[state];
}

/** The answer in a cell. */
export function answerIn(cell: Cell, strategy: Strategy): Omit<Seen, "challenge"> & {
  /** Error of the challenges; absent without one. */
  readonly error?: string;
  /** `true` with challenges. */
  readonly isChallenged: boolean;
  /** Entry of the audit log. */
  readonly audited?: string;
} {
  if (!cell.isRefused) {
    return { isAccepted: true, status: 200, reason: "", isChallenged: false };
  }
  const reason = reasonIn(cell);
  const [status, error] = REASONS[reason]!;
  const session = strategy === "database" ? "unknown" : AUDITED[cell.state];
  const audited = reason !== "no-credential"
    ? `credential.refused ${reason}`
    : cell.state === "factor-pending"
    ? undefined
    : `session.refused ${session}`;
  return {
    isAccepted: false,
    status,
    reason,
    isChallenged: status === 401 || status === 403,
    ...error ? { error } : {},
    ...audited ? { audited } : {},
  };
}

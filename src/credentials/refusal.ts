/**
 * Refusals of credentials: a closed list of reasons, each with its answer.
 *
 * @module
 */

import { createResponse } from "../http/response.ts";
import type { CredentialRefusal, OrganizationRefusal } from "../types/audit.ts";

/** Every reason. `unavailable`: the store failed, so it is unknown who makes the request. */
export type AuthenticationReason = CredentialRefusal | OrganizationRefusal | "unavailable";

/** Every reason for which a credential does not count. */
export type JudgedReason = Exclude<AuthenticationReason, "unavailable">;

/** Status, error of RFC 6750 §3.1, RFC 9449 §7.1 or RFC 9470 §3, and sentence of an answer. */
type Answer = readonly [status: number, error: string, text: string];

const OVER: Answer = [401, "invalid_token", "The credential is no longer valid"];
const PROOF: Answer = [401, "invalid_dpop_proof", "The DPoP proof is not valid for this request"];
const WEAK: Answer = [401, "insufficient_user_authentication", "Sign in again, or prove it is you"];
const FORBIDDEN: Answer = [403, "insufficient_scope", "This is not permitted"];
// The same for an organization that does not exist.
const ABSENT: Answer = [404, "not_found", "Not found"];

const ANSWERS:
  & Readonly<Record<CredentialRefusal | "unavailable", Answer>>
  & Readonly<Record<string, Answer>> = {
    "acting": [403, "insufficient_scope", "Another person acts for the user, and may not do this"],
    "cross-site": [403, "invalid_request", "Another site made the browser send this request"],
    "deleted": OVER,
    "expired": [401, "invalid_token", "The credential has expired"],
    "factor-pending": [401, "invalid_token", "The sign-in waits for another step"],
    "insufficient-scope": [403, "insufficient_scope", "The credential lacks a scope"],
    "key-in-query": [
      400,
      "invalid_request",
      "Send the key as `Authorization: Bearer …`, and replace it, since logs keep URLs",
    ],
    "key-misplaced": [400, "invalid_request", "Send the key as `Authorization: Bearer …`"],
    "no-credential": [401, "", "Authentication is required"],
    "not-accepted": [401, "invalid_token", "This kind of credential is not accepted here"],
    "other-organization": ABSENT,
    "proof-missing": [401, "invalid_token", "The credential needs a DPoP proof"],
    "proof-nonce": [401, "use_dpop_nonce", "The DPoP proof needs the nonce of this answer"],
    "proof-replayed": PROOF,
    "proof-url": PROOF,
    "proof-wrong": PROOF,
    "revoked": OVER,
    "suspended": OVER,
    "too-many": [429, "temporarily_unavailable", "Too many requests"],
    "two-credentials": [400, "invalid_request", "The request has more than one credential"],
    "unavailable": [503, "temporarily_unavailable", "The request could not be processed"],
    "unknown": [401, "invalid_token", "The credential is not valid"],
    "wrong-audience": [401, "invalid_token", "The credential is for another resource"],
    // Of organizations.
    "not-member": ABSENT,
    "proof-too-weak": WEAK,
    "session-too-old": WEAK,
  };

/** The request and what would have been accepted. */
export interface RefusalDetails {
  /** `true` when a browser asks for a page, which a redirect can lead on. */
  readonly isNavigation?: boolean | undefined;
  /** Schemes of `Authorization` that would have been accepted. */
  readonly schemes?: readonly ("Bearer" | "DPoP")[] | undefined;
  /** `false` when the session of a browser is not accepted. Default `true`. */
  readonly acceptsSession?: boolean | undefined;
  /** Scopes of the request, all of them. */
  readonly scopes?: readonly string[] | undefined;
  /** URL of the metadata of the resource (RFC 9728 §5.1). */
  readonly resourceMetadata?: string | undefined;
  /** URL at which the user can do what is missing. */
  readonly location?: string | undefined;
  /** Seconds after which another request may succeed. */
  readonly retryAfter?: number | undefined;
  /** Nonce for a proof of possession (RFC 9449 §9). */
  readonly dpopNonce?: string | undefined;
  /** Authentication context that the token must have (RFC 9470 §3). */
  readonly acr?: string | undefined;
  /** Seconds since the sign-in of the user. */
  readonly maxAge?: number | undefined;
}

/** The algorithms of DPoP proofs, as the challenge names them (RFC 9449 §5.1). */
export const DPOP_ALGORITHMS = "ES256 Ed25519 PS256 RS256";

/** A request that is not authenticated, and the answer to it. */
export class AuthenticationRefusal {
  /** Distinguishes it from a principal. */
  readonly ok = false;
  /** Reason, of a closed list; for the log. Strangers learn less from the answer. */
  readonly reason: AuthenticationReason;
  /** Status of {@linkcode AuthenticationRefusal.response}. */
  readonly status: number;
  /** URL at which the user can sign in or prove again who it is; absent when neither helps. */
  readonly location?: string;
  readonly #details: RefusalDetails;

  /** @internal Made by `authenticate`. */
  constructor(reason: AuthenticationReason, details: RefusalDetails = {}) {
    const { isNavigation, location } = details;
    this.reason = reason;
    this.#details = details;
    this.status = isNavigation && location !== undefined ? 303 : answerOf(reason)[0];
    if (location !== undefined) this.location = location;
  }

  /**
   * The answer: for a browser that asks for a page, a redirect to where the user can do what is
   * missing. For any other client, JSON with the status and, for 401 and 403, the challenges
   * (RFC 9110 §11.6.1, RFC 6750 §3).
   */
  response(): Response {
    const [, error] = answerOf(this.reason);
    const { location, status } = this;
    const { retryAfter, dpopNonce } = this.#details;
    const body = status === 303 ? null : JSON.stringify({
      error: error || "unauthorized",
      error_description: `${this.#text()}.`,
    });
    const response = createResponse(body, { status });
    const { headers } = response;
    headers.set("cache-control", "private, no-store");
    if (status === 303) {
      headers.set("location", location!);
      return response;
    }
    headers.set("content-type", "application/json");
    headers.set("x-content-type-options", "nosniff");
    if (retryAfter !== undefined) headers.set("retry-after", String(retryAfter));
    if (dpopNonce !== undefined) headers.set("dpop-nonce", dpopNonce);
    if (status === 401 || status === 403) {
      for (const challenge of this.#challenges()) headers.append("www-authenticate", challenge);
    }
    return response;
  }

  /** Where no session is accepted, a browser that has one is told what is. */
  #text(): string {
    const { schemes = [], acceptsSession = true } = this.#details;
    if (this.reason !== "no-credential" || acceptsSession) return answerOf(this.reason)[2];
    return `${answerOf(this.reason)[2]}: send \`Authorization: ${
      schemes.join("` or `")
    } …\`; the ` +
      "session of a browser is not accepted here";
  }

  #challenges(): string[] {
    const { schemes = [], scopes = [], resourceMetadata, acr, maxAge } = this.#details;
    const [, error, text] = answerOf(this.reason);
    // The scheme of draft-broyer-http-cookie-auth, since a 401 without a challenge is invalid.
    if (schemes.length === 0) return ["Cookie"];
    return schemes.map((scheme) => {
      const parameters = [
        ...scheme === "DPoP" ? [`algs="${DPOP_ALGORITHMS}"`] : [],
        ...error ? [`error="${error}"`, `error_description="${text}"`] : [],
        // What the client asks the authorization server for (RFC 9470 §3).
        ...error === WEAK[1] && acr !== undefined ? [`acr_values="${acr}"`] : [],
        ...error === WEAK[1] && maxAge !== undefined ? [`max_age="${maxAge}"`] : [],
        // All of them at once, so that a client asks once (RFC 6750 §3).
        ...scopes.length > 0 ? [`scope="${scopes.join(" ")}"`] : [],
        ...resourceMetadata === undefined ? [] : [`resource_metadata="${resourceMetadata}"`],
      ];
      return parameters.length > 0 ? `${scheme} ${parameters.join(", ")}` : scheme;
    });
  }
}

function answerOf(reason: AuthenticationReason): Answer {
  return ANSWERS[reason] ?? FORBIDDEN;
}

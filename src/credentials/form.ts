/**
 * Requests of clients to token endpoints: their form, the key that they prove to have, and what they
 * are answered (RFC 6749 §5).
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc6749#section-5 RFC 6749 §5}
 * @module
 */

import { lazy } from "../base/lazy.ts";
import { FORM_TYPE } from "../request/parse.ts";
import { JSON_HEADERS } from "../response/respond.ts";
import type { CallRequest, CredentialCall, ResponseInternal } from "../types/internal.ts";

const proofs = lazy(() => import("./dpop.ts"));

/** Code of an error of RFC 6749, 7009, 7591, 8628, 8707, 9126, 9449, OpenID Connect or `native/call`. */
export type OAuthError =
  | "access_denied"
  | "account_selection_required"
  | "authorization_pending"
  | "browser_required"
  | "consent_required"
  | "expired_token"
  | "interaction_required"
  | "invalid_client"
  | "invalid_client_metadata"
  | "invalid_dpop_proof"
  | "invalid_grant"
  | "invalid_redirect_uri"
  | "invalid_request"
  | "invalid_scope"
  | "invalid_target"
  | "invalid_token"
  | "login_required"
  | "request_not_supported"
  | "request_uri_not_supported"
  | "server_error"
  | "slow_down"
  | "temporarily_unavailable"
  | "unauthorized_client"
  | "unmet_authentication_requirements"
  | "unsupported_grant_type"
  | "unsupported_response_type"
  | "use_dpop_nonce";

/** A request that is refused with an answer for programs. */
export class OAuthRefusal extends Error {
  override name = "OAuthRefusal";
  readonly error: OAuthError;
  readonly details: Readonly<Record<string, boolean>>;
  readonly headers: Readonly<Record<string, string>>;

  /**
   * @param error code
   * @param message sentence without the period at its end; it repeats nothing of the request
   * @param details further members of the answer
   * @param headers headers of the answer
   */
  constructor(
    error: OAuthError,
    message: string,
    details: Readonly<Record<string, boolean>> = {},
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
    this.error = error;
    this.details = details;
    this.headers = headers;
  }
}

/**
 * The answer of a refusal (RFC 6749 §5.2).
 *
 * @param authorization the header of the request, which a refused client has used. Default: none
 */
export function refused(
  { error, message, details, headers }: OAuthRefusal,
  authorization: string | null = null,
): ResponseInternal {
  const isClient = error === "invalid_client";
  return {
    status: isClient ? 401 : 400,
    headers: {
      ...JSON_HEADERS,
      ...headers,
      // Demanded when the client has tried it with this header.
      ...isClient && authorization !== null
        ? { "WWW-Authenticate": 'Basic realm="oauth", charset="UTF-8"' }
        : {},
    },
    body: { error, error_description: `${message}.`, ...details },
  };
}

/** Tokens that a client gets. */
export interface IssuedTokens {
  readonly accessToken: string;
  /** `"DPoP"` for tokens that are bound to a key of the client; `"N_A"` for what is no token (RFC 8693). */
  readonly tokenType: "Bearer" | "DPoP" | "N_A";
  /** Seconds for which the access token is valid. */
  readonly expiresIn: number;
  /** Scopes of the access token; absent where it has none. */
  readonly scopes?: readonly string[] | undefined;
  /** Absent when the client keeps the one that it has, or gets none. */
  readonly refreshToken?: string | undefined;
  readonly idToken?: string | undefined;
}

/**
 * The answer with tokens (RFC 6749 §5.1).
 *
 * @param more further members
 */
export function answerTokens(
  { accessToken, tokenType, expiresIn, scopes, refreshToken, idToken }: IssuedTokens,
  more: Readonly<Record<string, string>> = {},
): ResponseInternal {
  return {
    headers: JSON_HEADERS,
    body: {
      access_token: accessToken,
      token_type: tokenType,
      expires_in: expiresIn,
      ...scopes === undefined ? {} : { scope: scopes.join(" ") },
      ...refreshToken === undefined ? {} : { refresh_token: refreshToken },
      ...idToken === undefined ? {} : { id_token: idToken },
      ...more,
    },
  };
}

/**
 * Demands a form: of JSON, nothing says which value counts of a name that occurs twice.
 *
 * @throws {OAuthRefusal} for another body
 */
export function requireForm({ contentType }: Pick<CallRequest, "contentType">): void {
  if (contentType === FORM_TYPE) return;
  throw new OAuthRefusal("invalid_request", "The body must be a form");
}

/**
 * A text of a body or a query; `undefined` when it is absent or empty.
 *
 * @throws {OAuthRefusal} for a value of JSON that is no text
 */
export function textIn(
  source: Readonly<Record<string, unknown>> | undefined,
  name: string,
): string | undefined {
  const value = source?.[name];
  if (value === undefined || value === null || value === "") return undefined;
  if (typeof value === "string") return value;
  throw new OAuthRefusal("invalid_request", `\`${name}\` must be a text`);
}

/**
 * A text that must be there.
 *
 * @throws {OAuthRefusal} when it is absent
 */
export function requireText(
  source: Readonly<Record<string, unknown>> | undefined,
  name: string,
): string {
  const value = textIn(source, name);
  if (value === undefined) throw new OAuthRefusal("invalid_request", `\`${name}\` is missing`);
  return value;
}

/**
 * The thumbprint of the key that a request proves to have (RFC 9449 §5); `undefined` when it proves
 * none. The request must have been counted: a proof is verified, and remembered.
 *
 * @param isStrict `true` for a client that is held to FAPI 2.0
 * @throws {OAuthRefusal} for a proof that is not valid
 */
export async function readDPoPKey(
  { config, request, origin }: CredentialCall,
  isStrict = false,
): Promise<string | undefined> {
  if (!request.headers.has("dpop")) return undefined;
  const proof = await (await proofs()).verifyDPoP(config, request, origin, { isStrict });
  if ("thumbprint" in proof) return proof.thumbprint;
  if (proof.nonce !== undefined) {
    const why = "The clock of the client differs: its proof needs the nonce of this answer";
    throw new OAuthRefusal("use_dpop_nonce", why, {}, { "DPoP-Nonce": proof.nonce });
  }
  throw new OAuthRefusal("invalid_dpop_proof", `The DPoP proof is not valid (${proof.fault})`);
}

/**
 * Compares the key of a request with the one that a code or a refresh token is bound to.
 *
 * @throws {OAuthRefusal} when the request does not prove to have that one
 */
export function requireKey(bound: string | null, jkt: string | undefined): void {
  if (bound === null || bound === jkt) return;
  throw new OAuthRefusal(
    jkt === undefined ? "invalid_dpop_proof" : "invalid_grant",
    "It is bound to a key, which the request does not prove to have",
  );
}

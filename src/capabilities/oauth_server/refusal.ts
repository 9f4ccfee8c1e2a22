/**
 * Refusals of requests of clients, as RFC 6749 §5.2 writes them.
 *
 * @module
 */

import { JSON_HEADERS } from "../../response/respond.ts";
import type { CallHandler } from "../../types/internal.ts";
import type { OAuthCall } from "./settings.ts";
import { oauthCall, reportOrigin } from "./settings.ts";

/** Code of an error of RFC 6749, 7009, 7591, 8628, 8707, 9126, 9449 or OpenID Connect. */
export type OAuthError =
  | "access_denied"
  | "account_selection_required"
  | "authorization_pending"
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
  | "unsupported_response_type";

/** A request that is refused with an answer for programs. */
export class OAuthRefusal extends Error {
  override name = "OAuthRefusal";
  readonly error: OAuthError;

  /**
   * @param error code
   * @param message sentence without the period at its end; it repeats nothing of the request
   */
  constructor(error: OAuthError, message: string) {
    super(message);
    this.error = error;
  }
}

/** A handler for programs: it answers at the origin of the issuer alone, and its refusals as JSON. */
export function answering(
  handler: (
    call: OAuthCall,
    sent: Parameters<CallHandler>[0],
  ) => ReturnType<CallHandler>,
): CallHandler {
  return async (sent, config) => {
    const call = oauthCall(sent, config);
    // Never the `Host` header: an issuer, an audience and a URL of an endpoint are configuration.
    if (sent.origin !== call.settings.origin) {
      reportOrigin(call);
      return { status: 404, headers: JSON_HEADERS, body: { error: "not_found" } };
    }
    try {
      return await handler(call, sent);
    } catch (error) {
      if (!(error instanceof OAuthRefusal)) throw error;
      return refused(error, sent.authorization);
    }
  };
}

/** The answer of a refusal (RFC 6749 §5.2). */
export function refused({ error, message }: OAuthRefusal, authorization: string | null) {
  const isClient = error === "invalid_client";
  return {
    status: isClient ? 401 : 400,
    headers: {
      ...JSON_HEADERS,
      // Demanded when the client has tried it with this header.
      ...isClient && authorization !== null
        ? { "WWW-Authenticate": 'Basic realm="oauth", charset="UTF-8"' }
        : {},
    },
    body: { error, error_description: `${message}.` },
  };
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

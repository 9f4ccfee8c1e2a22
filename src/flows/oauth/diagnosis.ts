/**
 * Messages for common configuration errors, which name the option to correct.
 * Of a provider's answer they show the error code only: a description may
 * contain codes and tokens.
 *
 * @module
 */

import * as oauth from "oauth4webapi";
import { shownUrl } from "../../config/check_provider.ts";
import { variableName } from "../../config/env.ts";
import { isResponse } from "../../http/response.ts";
import type { ResolvedOAuthProvider } from "../../types/resolved_provider.ts";
import { authMethodOf } from "./client.ts";

/** An error answer of a provider. */
interface Refusal {
  /** HTTP status of the answer. */
  status: number;
  /** `error` member of the answer; empty when it has none. */
  code: string;
  /** The whole answer as JSON; never shown. */
  text: string;
}

/** Errors of DPoP (RFC 9449 §12.2) and of request objects (RFC 9101), by code. */
const STRICT: Readonly<Record<string, string>> = {
  invalid_dpop_proof:
    "it does not accept the DPoP proof; check the clock of this server, and which algorithms the " +
    "provider accepts in `dpop`",
  use_dpop_nonce: "it asked for another DPoP nonce although the last one it sent was used",
  invalid_request_object:
    "it does not accept the signed request; register the public key of `token.clientPrivateKey` " +
    "and its algorithm at the provider",
  request_not_supported: "it does not accept signed requests; remove `requestObject`",
};

/**
 * Explains an error answer of the token endpoint, or of the one for pushed requests,
 * and names what to correct.
 *
 * @returns `undefined` when the endpoint did not answer with an error
 */
export async function explainTokenRefusal(
  provider: ResolvedOAuthProvider,
  redirectUri: string,
  error: unknown,
): Promise<string | undefined> {
  const refusal = await toRefusal(error);
  if (!refusal) return;
  const { status, code, text } = refusal;
  const said = `(status ${status}${shownCode(", ", code)})`;
  if (!provider.dpop && /dpop/i.test(text)) return `it demands DPoP ${said}; set \`dpop\``;
  if (Object.hasOwn(STRICT, code)) return `${STRICT[code]} ${said}`;
  const isCredentials = /client|secret|credential/i;
  if (isCredentials.test(code)) {
    return `it does not accept this app's credentials ${said}; ${credentialsCure(provider)}`;
  }
  if (/redirect/i.test(text)) {
    return `it does not accept the redirect URI ${said}; ${redirectCure(redirectUri)}`;
  }
  if (status === 401 || /client.?secret/i.test(text)) {
    return `it does not accept this app's credentials ${said}; ${credentialsCure(provider)}`;
  }
  if (code === "invalid_grant") {
    return `it does not accept the code ${said}: the code has expired or was used before, or the ` +
      `redirect URI differs; ${redirectCure(redirectUri)}`;
  }
  return `it answered with an error ${said}`;
}

/** Explains an error that the provider sent by redirect, and names what to correct. */
export function explainAuthorizationError(
  provider: ResolvedOAuthProvider,
  redirectUri: string,
  code: string,
  description = "",
): string {
  const said = `The provider refused the sign-in${shownCode(": ", code)}`;
  if (/redirect/i.test(code + description)) return `${said}; ${redirectCure(redirectUri)}`;
  if (/client/.test(code)) {
    const variable = variableName(provider.id, "ID");
    return `${said}; check \`clientId\` (${variable}) of "${provider.id}", and what the provider ` +
      "allows this app to do";
  }
  if (code === "invalid_scope") {
    return `${said}; check \`authorization.params.scope\` of "${provider.id}"`;
  }
  return said;
}

/** Advice for refused credentials: the options to check. */
export function credentialsCure(provider: ResolvedOAuthProvider): string {
  const { id } = provider;
  const method = authMethodOf(provider);
  const secret = `\`clientSecret\` (${variableName(id, "SECRET")})`;
  const clientId = `\`clientId\` (${variableName(id, "ID")})`;
  if (provider.version === "1.0") return `check ${secret} and ${clientId} of "${id}"`;
  const methodCure = `whether the provider expects \`client.token_endpoint_auth_method\` to be ` +
    `"${method}"`;
  if (method === "none") return `set ${secret} of "${id}", or check ${clientId}`;
  const keys: Readonly<Record<string, string>> = {
    private_key_jwt: "`token.clientPrivateKey`",
    tls_client_auth: "the certificate that `[customFetch]` presents",
    self_signed_tls_client_auth: "the certificate that `[customFetch]` presents",
  };
  const key = Object.hasOwn(keys, method) ? keys[method] : secret;
  return `check ${key} and ${clientId} of "${id}", and ${methodCure}`;
}

/** Advice for a refused redirect URI: the URI to register at the provider. */
export function redirectCure(redirectUri: string): string {
  return `register ${shownUrl(redirectUri)} at the provider, exactly as it is written here`;
}

/**
 * Message for an ID token whose time does not fit this server's clock.
 *
 * @param now seconds since the epoch, by this server's clock
 */
export function explainClock(
  claims: Readonly<Record<string, unknown>>,
  claim: string,
  now: number,
): string {
  const distance = (name: string) => {
    const seconds = Math.round(Number(claims[name]) - now);
    return `"${name}" is ${Math.abs(seconds)} seconds in the ${seconds < 0 ? "past" : "future"}`;
  };
  const issued = claim !== "iat" && typeof claims.iat === "number"
    ? `, and ${distance("iat")}`
    : "";
  return `Cannot accept the ID token: ${
    distance(claim)
  }${issued} by this server's clock; check the ` +
    "clock of this server";
}

/** A member of a token answer that the protocol library refuses, by its message. */
const MEMBER = /^"response" body "\w{1,40}" property /;

/** Explains a token answer with a member of a wrong type, or without one that must be there. */
export function explainShape(error: unknown): string | undefined {
  if (!(error instanceof oauth.OperationProcessingError)) return;
  if (error.code !== oauth.INVALID_RESPONSE || !MEMBER.test(error.message)) return;
  // Members and types alone: the message has no value of the answer.
  return `${error.message}; \`token.conform\` of the provider can repair its answer`;
}

/** Arguments for {@linkcode explainClock} when the protocol library refused a time. */
export function wrongTimeOf(error: unknown): Parameters<typeof explainClock> | undefined {
  if (!(error instanceof oauth.OperationProcessingError)) return;
  if (error.code !== oauth.JWT_TIMESTAMP_CHECK) return;
  const { claims, claim, now } = error.cause as {
    claims: Record<string, unknown>;
    claim: string;
    now: number;
  };
  return [claims, claim, now];
}

/** An error code after a separator; empty when the code could break a log line. */
function shownCode(separator: string, code: string): string {
  return /^[\w.-]{1,64}$/.test(code) ? separator + code : "";
}

async function toRefusal(error: unknown): Promise<Refusal | undefined> {
  if (!(error instanceof Error)) return;
  const { cause, response = cause } = error as { cause?: unknown; response?: unknown };
  if (error instanceof oauth.ResponseBodyError) return describe(error.status, cause);
  if (isResponse(response)) {
    const body = response.bodyUsed ? undefined : await response.json().catch(() => undefined);
    return response.status === 200 ? undefined : describe(response.status, body);
  }
  // Some providers send errors with status 200.
  const body = (cause as { body?: unknown } | undefined)?.body;
  return (body as { error?: unknown } | undefined)?.error ? describe(200, body) : undefined;
}

function describe(status: number, body: unknown): Refusal {
  const code = (body as { error?: unknown } | undefined)?.error;
  return {
    status,
    code: typeof code === "string" ? code : "",
    text: JSON.stringify(body) ?? "",
  };
}

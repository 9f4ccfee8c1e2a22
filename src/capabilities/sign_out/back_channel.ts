/**
 * Messages of a provider to the app itself, by which sessions end: logout tokens (OpenID
 * Connect Back-Channel Logout) and security event tokens (RFC 8935). The token is the proof,
 * so neither a cookie nor a CSRF token is read, and none is set.
 *
 * A provider sends all of its own from one address, so only those that are not valid count for it.
 * A request for keys is sent every ten seconds at most.
 *
 * @see {@link https://openid.net/specs/openid-connect-backchannel-1_0.html#BCRequest OpenID Connect Back-Channel Logout §2.5} and {@link https://www.rfc-editor.org/rfc/rfc8935 RFC 8935}
 * @module
 */

import { usedMarks } from "../../records/used.ts";
import { hashParts } from "../../base/hashed.ts";
import { lazy } from "../../base/lazy.ts";
import { AuthError, InvalidProvider, ReplayedAnswer, TooManyRequests } from "../../errors.ts";
import { openLogoutToken } from "../../flows/oauth/logout_token.ts";
import { openSecurityEvent } from "../../flows/oauth/security_event.ts";
import type { Statement } from "../../flows/oauth/statement.ts";
import { audit, auditRefusal } from "../../hooks/audit.ts";
import { rateLimitedLog } from "../../hooks/logger.ts";
import { retryOnce } from "../../records/retry_once.ts";
import { JSON_HEADERS, NO_STORE } from "../../response/respond.ts";
import { endGivenSessions } from "../../session/end.ts";
import { findEnded, markEnded } from "../../session/provider_session.ts";
import type { SessionReason } from "../../types/audit.ts";
import type { CallRequest, ResolvedConfig, ResponseInternal } from "../../types/internal.ts";
import type { ResolvedOAuthProvider } from "../../types/resolved_provider.ts";
import type { ProviderSignOutStatement } from "../../types/provider_session.ts";

const requestLimits = lazy(() => import("../../limits/request.ts"));

/** Content type of a security event token (RFC 8935). */
export const EVENT_TYPE = "application/secevent+jwt";

/** A kind of message. */
interface Kind {
  /** Validates the token. */
  open(provider: ResolvedOAuthProvider, token: unknown): Promise<Statement>;
  /** Reason in the audit entry of a session that ended. */
  reason: SessionReason;
  /** Status when the sessions have ended. */
  status: number;
  /** `true` when a token that was received before is answered as the first time. */
  isRepeatable: boolean;
  /** Answer to a message that is not valid, or whose sessions could not be ended. */
  refuse(error: AuthError): Pick<ResponseInternal, "status" | "body">;
}

/** The specification has one status for all failures. */
const LOGOUT: Kind = {
  open: openLogoutToken,
  reason: "signed-out",
  status: 200,
  isRepeatable: false,
  refuse: (error) => ({
    status: 400,
    body: isInvalid(error)
      ? { error: "invalid_request", error_description: `${error.message}.` }
      : { error: "server_error" },
  }),
};

/** A transmitter that did not receive an answer delivers the same token again. */
const EVENT: Kind = {
  open: openSecurityEvent,
  reason: "revoked",
  status: 202,
  isRepeatable: true,
  refuse: (error) =>
    isInvalid(error)
      ? {
        status: 400,
        body: {
          err: error.cause?.code ?? "invalid_request",
          description: `${error.message}.`,
        },
      }
      : { status: 503, body: { message: "The event could not be processed." } },
};

/** `POST signout/<provider>` */
export async function receive(
  request: CallRequest,
  config: ResolvedConfig,
): Promise<ResponseInternal> {
  const kind = request.contentType === EVENT_TYPE ? EVENT : LOGOUT;
  try {
    await process(request, config, kind);
    return { status: kind.status, headers: NO_STORE };
  } catch (thrown) {
    if (thrown instanceof TooManyRequests) throw thrown;
    const error = thrown instanceof AuthError ? thrown : new AuthError(thrown as Error);
    // Any client can cause refusals.
    rateLimitedLog(config.logger, error, error.message);
    await auditRefusal(config, request, error);
    return { headers: { ...JSON_HEADERS, ...NO_STORE }, ...kind.refuse(error) };
  }
}

function isInvalid(error: AuthError): boolean {
  return (error.constructor as typeof AuthError).status === 400;
}

/**
 * Ends the sessions, and then notes that the token was used: of any number of equal ones
 * one succeeds, and one whose work failed or was interrupted can be sent again.
 */
async function process(
  request: CallRequest,
  config: ResolvedConfig,
  { open, reason, isRepeatable }: Kind,
): Promise<void> {
  const provider = requireProvider(request, config);
  const token = request.text ?? request.body?.logout_token;
  const { countUnlessRight } = await requestLimits();
  const opened = await countUnlessRight(
    { config, request: request.request },
    async () => await open(provider, token).catch((error: AuthError) => ({ error })),
    (result) => !("error" in result && isInvalid(result.error)),
  );
  if ("error" in opened) throw opened.error;
  const { issuer, jti, until, ending } = opened;
  const { records } = config.revocation!;
  const mark = await hashParts("statement", [provider.id, issuer, jti]);
  const isUsed = await usedMarks.get(records, mark) !== null;
  if (!isUsed && ending) await end(request, config, ending, reason);
  if (!isUsed && await usedMarks.add(records, mark, { expires: until, data: null })) return;
  if (!isRepeatable) {
    throw new ReplayedAnswer("Cannot accept the token of the provider: it was used before");
  }
}

async function end(
  request: CallRequest,
  config: ResolvedConfig,
  ending: ProviderSignOutStatement,
  reason: SessionReason,
): Promise<void> {
  const { records } = config.revocation!;
  // Before the sessions are read, so that a sign-in at the same time is refused, or found.
  await retryOnce(() => markEnded(records, ending));
  const found = await retryOnce(() => findEnded(records, ending));
  const ended = await retryOnce(() => endGivenSessions(config, found));
  for (const { id: sessionId, userId } of ended) {
    await audit({ config, request }, { name: "session.revoked", reason, userId, sessionId });
  }
}

/** @throws {InvalidProvider} when the path names no OpenID Connect provider that can be used */
function requireProvider(
  { providerId = "" }: CallRequest,
  { providers, unusable }: ResolvedConfig,
): ResolvedOAuthProvider {
  const provider = providers.get(providerId);
  if (provider?.type === "oidc" && !unusable.has(providerId)) return provider;
  throw new InvalidProvider("The path names no OpenID Connect provider");
}

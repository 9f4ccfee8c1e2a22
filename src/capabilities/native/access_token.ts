/**
 * Access tokens: the cookies of a session, sealed for some minutes.
 *
 * @module
 */

import { lazy } from "../../base/lazy.ts";
import { admit } from "../../credentials/admit.ts";
import type { IssuedTokens } from "../../credentials/form.ts";
import { presentedIn } from "../../credentials/presented.ts";
import { open, type Opened, openValid, seal } from "../../credentials/sealed.ts";
import { findUserRefusal } from "../../session/user_status.ts";
import type { CredentialRefusal } from "../../types/audit.ts";
import type { Claim, ClaimFault, Presented, SessionReader } from "../../types/credential.ts";
import type { CredentialCall } from "../../types/internal.ts";
import { refuseCredential } from "./refusal.ts";
import { kindOf, SEALS } from "./seals.ts";
import { findIdentity, type SessionCookies, standIn, toHeader } from "./session_cookies.ts";
import { type NativeConfig, type NativeRequest, nativeRequest, settingsIn } from "./settings.ts";

const requestLimits = lazy(() => import("../../limits/request.ts"));

/** Content of an access token. */
export interface AccessTokenContent {
  /** Id of the family of its refresh token. */
  readonly family: string;
  /** Id of the session. */
  readonly sessionId: string;
  /** Id of the user. */
  readonly userId: string;
  /** Cookies of the session. */
  readonly session: SessionCookies;
  /** Name of the client; `null` when it gave none. */
  readonly client: string | null;
  /** Thumbprint of the key that it is bound to; absent for a bearer token. */
  readonly jkt?: string;
}

/**
 * Makes an access token.
 *
 * @param maxAge seconds. Default: those of the config
 */
export async function makeAccessToken(
  config: NativeConfig,
  content: AccessTokenContent,
  maxAge: number = settingsIn(config).accessMaxAge,
): Promise<IssuedTokens> {
  const { family, sessionId, userId, session, client, jkt } = content;
  const sealed: AccessTokenContent = {
    ...{ family, sessionId, userId, client },
    session: { token: session.token, ...session.mark === undefined ? {} : { mark: session.mark } },
    ...jkt === undefined ? {} : { jkt },
  };
  return {
    accessToken: await seal(config, { ...SEALS.access, maxAge }, sealed),
    expiresIn: maxAge,
    tokenType: jkt === undefined ? "Bearer" : "DPoP",
  };
}

/** Reads the claim of a token that a request has as its credential. */
export async function readClaim(
  credentialCall: CredentialCall,
  { token }: Presented,
): Promise<Claim | ClaimFault> {
  const call = nativeRequest(credentialCall, credentialCall.config);
  const opened = await openAccessToken(call, token);
  return "reason" in opened ? opened : makeClaim(call, opened);
}

async function openAccessToken(
  { config }: NativeRequest,
  token: string,
): Promise<Opened<AccessTokenContent> | ClaimFault> {
  const kind = kindOf(token);
  if (kind === "access") {
    const opened = await open<AccessTokenContent>(config, SEALS.access, token);
    if (opened === undefined) return { reason: "unknown" };
    return opened === "expired" ? { reason: "expired" } : opened;
  }
  // This app has not sealed the text.
  if (kind === undefined || await openValid(config, SEALS[kind], token) === undefined) {
    return { reason: "unknown" };
  }
  return { reason: kind === "state" ? "factor-pending" : "not-accepted" };
}

function makeClaim(call: NativeRequest, content: AccessTokenContent): Claim {
  const { sessionId, userId, session, client, jkt } = content;
  return {
    via: "bearer",
    credential: sessionId,
    owner: { kind: "user", id: userId },
    scopes: "all",
    findRefusal: (reader) => findSessionRefusal(call, content, reader),
    ...jkt === undefined ? {} : { confirmation: jkt },
    session: standIn(call.request, { cookieHeader: toHeader(call, session) }),
    shown: { client },
  };
}

/** The record of the session is the evidence; why there is none is read only then. */
async function findSessionRefusal(
  call: NativeRequest,
  { session, sessionId, userId }: AccessTokenContent,
  reader: SessionReader | undefined,
): Promise<CredentialRefusal | undefined> {
  const isLive = reader
    ? await reader.session() !== null
    : (await findIdentity(call, session))?.id === sessionId;
  if (isLive) return undefined;
  return await findUserRefusal(call.config, userId);
}

/**
 * The access token of a request to an endpoint of clients; `undefined` without any credential.
 *
 * @throws {Unauthenticated} for one that does not count
 */
export async function readAccessToken(
  call: NativeRequest,
): Promise<Opened<AccessTokenContent> | undefined> {
  const presented = presentedIn(call.request);
  if (presented === null) return undefined;
  if (typeof presented === "string") return await refuseCredential(call, presented);
  const opened = await openAccessToken(call, presented.token);
  if ("reason" in opened) {
    if (opened.reason === "unknown") await countUnknown(call);
    return await refuseCredential(call, opened.reason, opened.about);
  }
  const { sessionId: credential, userId } = opened;
  const admitted = await admit(call, makeClaim(call, opened), { presented });
  if ("reason" in admitted) {
    return await refuseCredential(call, admitted.reason, { credential, userId });
  }
  return opened;
}

/**
 * Counts texts that are no tokens by the address that they come from.
 *
 * @throws {TooManyRequests}
 */
async function countUnknown(call: NativeRequest): Promise<void> {
  if (call.config.limits) await (await requestLimits()).countCall(call);
}

/**
 * `POST oauth/register`: a client registers itself. It gets an id, and nothing that a user would have
 * to agree to.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc7591 RFC 7591}
 * @module
 */

import { isEqual, sha256Base64url } from "../../base/crypto/hash.ts";
import { randomBase64url } from "../../base/crypto/bytes.ts";
import { hashText } from "../../base/hashed.ts";
import { actionUrl } from "../../http/url.ts";
import { nowDate } from "../../base/time.ts";
import { OAuthRefusal } from "../../credentials/form.ts";
import { JSON_HEADERS } from "../../response/respond.ts";
import type { CallHandler, CallRequest, ResponseInternal } from "../../types/internal.ts";
import { type ClientMetadata, readMetadata, UNTRUSTED_GRANTS } from "./client_metadata.ts";
import { LINK_NAMES, withLinks } from "./client_links.ts";
import { hashOfSecret, UNUSED_MS } from "./clients.ts";
import { type ClientData, clients } from "./kinds.ts";
import { countOpen, findStay } from "./open_records.ts";
import { answering } from "./refusal.ts";
import type { OAuthCall } from "./settings.ts";

/** Most characters of what is kept: a store takes records of 32 KiB. */
const MAX_LENGTH = 16 * 1024;

/** `POST oauth/register` */
export const registerHandler: CallHandler = answering(async (call, sent) => {
  const { config, settings: { dynamic } } = call;
  if (dynamic === "off") {
    return { status: 404, headers: JSON_HEADERS, body: { error: "not_found" } };
  }
  if (typeof dynamic === "object" && !await isToken(sent.authorization, dynamic.token)) {
    return refusedToken();
  }
  const metadata = readRegistration(call, sent);
  const isOpen = dynamic === "open";
  if (isOpen) await countOpen(call, "registration");
  const id = randomBase64url(16);
  const secret = hasSecret(metadata) ? randomBase64url(32) : undefined;
  const token = randomBase64url(32);
  const createdAt = nowDate();
  // Until a user gives it access; after that, each use extends it.
  const expires = new Date(createdAt.valueOf() + (isOpen ? await findStay(call) : UNUSED_MS));
  await clients.add(config.records, id, {
    expires,
    data: {
      ...toRegistered(metadata),
      hash: secret === undefined ? null : await hashOfSecret(secret),
      registrationHash: await hashOfRegistration(token),
      createdAt: createdAt.toISOString(),
    },
  });
  return {
    status: 201,
    headers: JSON_HEADERS,
    body: {
      client_id: id,
      client_id_issued_at: Math.floor(createdAt.valueOf() / 1000),
      ...shownSecret(secret, expires),
      registration_access_token: token,
      registration_client_uri: registrationUrl(call, id),
      ...described(metadata),
    },
  };
});

/**
 * The metadata of a registration, checked.
 *
 * @throws {OAuthRefusal}
 */
export function readRegistration(
  { settings }: Pick<OAuthCall, "settings">,
  { body, contentType }: CallRequest,
): ClientMetadata {
  if (contentType !== "application/json" || body === undefined) {
    throw new OAuthRefusal("invalid_client_metadata", "The body must be a JSON object");
  }
  const metadata = readMetadata(body, settings, {
    method: "client_secret_basic",
    methods: ["none", "client_secret_basic", "client_secret_post", "private_key_jwt"],
  });
  if (JSON.stringify(metadata).length <= MAX_LENGTH) return metadata;
  throw new OAuthRefusal("invalid_client_metadata", "The metadata is too long");
}

/** Returns `true` for a client that proves itself by a secret. */
export function hasSecret({ method }: Pick<ClientMetadata, "method">): boolean {
  return method.startsWith("client_secret");
}

/** What a client that registers itself is, besides its secrets. */
export function toRegistered(
  metadata: ClientMetadata,
): Omit<ClientData, "createdAt" | "hash" | "registrationHash"> {
  const { name, redirectUris, postLogoutRedirectUris, backchannelLogoutUri, grants } = metadata;
  return {
    name,
    isStranger: true,
    isFirstParty: false,
    redirectUris,
    postLogoutRedirectUris,
    ...backchannelLogoutUri === undefined ? {} : { backchannelLogoutUri },
    method: hasSecret(metadata) ? "secret" : metadata.method as "none" | "private_key_jwt",
    ...metadata.method === "client_secret_post" ? { secretMethod: metadata.method } : {},
    jwks: metadata.jwks,
    jwksUri: metadata.jwksUri,
    grants,
    scopes: "all",
    resources: "all",
    idTokenAlgorithm: metadata.idTokenAlgorithm,
    ...withLinks(metadata.links ?? {}),
    service: null,
  };
}

/** The members of an answer that show a secret once; nothing without one. */
export function shownSecret(secret: string | undefined, expires: Date | null): object {
  if (secret === undefined) return {};
  return {
    client_secret: secret,
    // It ends with the client, then at the earliest: one that registers anew is never too late.
    client_secret_expires_at: expires === null ? 0 : Math.floor(expires.valueOf() / 1000),
  };
}

/** URL at which a client manages its registration (RFC 7592). */
export function registrationUrl({ config, origin }: OAuthCall, id: string): string {
  return actionUrl({ request: { origin }, config }, `oauth/register/${id}`);
}

/** Hash of a registration access token, as it is kept. */
export async function hashOfRegistration(token: string): Promise<string> {
  return await hashText("oauth registration token", token);
}

/** The metadata that the server kept, so that the client sees which was dropped (RFC 7591 §3.2.1). */
export function described(metadata: ClientMetadata): Record<string, unknown> {
  const { name, redirectUris, postLogoutRedirectUris, method, jwks, jwksUri, grants, scopes } =
    metadata;
  return {
    client_name: name,
    redirect_uris: redirectUris,
    ...postLogoutRedirectUris.length === 0
      ? {}
      : { post_logout_redirect_uris: postLogoutRedirectUris },
    // A token always names the session.
    ...metadata.backchannelLogoutUri === undefined ? {} : {
      backchannel_logout_uri: metadata.backchannelLogoutUri,
      backchannel_logout_session_required: true,
    },
    token_endpoint_auth_method: method,
    ...jwks ? { jwks } : {},
    ...jwksUri === null ? {} : { jwks_uri: jwksUri },
    grant_types: UNTRUSTED_GRANTS.filter(([, grant]) => grants.includes(grant)).map(([one]) => one),
    response_types: grants.includes("code") ? ["code"] : [],
    ...scopes ? { scope: scopes.join(" ") } : {},
    id_token_signed_response_alg: metadata.idTokenAlgorithm,
    ...Object.fromEntries(
      LINK_NAMES.flatMap(([own, name]) => {
        const url = metadata.links?.[own];
        return url === undefined ? [] : [[name, url]];
      }),
    ),
  };
}

/** Compares the initial access token in time that depends on neither of them. */
async function isToken(authorization: string | null, token: string): Promise<boolean> {
  return isEqual(await sha256Base64url(bearerIn(authorization)), await sha256Base64url(token));
}

/** The token of a header; empty without one. */
export function bearerIn(authorization: string | null): string {
  return /^Bearer +([\x21-\x7e]+)$/i.exec(authorization ?? "")?.[1] ?? "";
}

/** The answer to a token that is missing or wrong. */
export function refusedToken(name = "initial"): ResponseInternal {
  return {
    status: 401,
    headers: { ...JSON_HEADERS, "WWW-Authenticate": 'Bearer error="invalid_token"' },
    body: {
      error: "invalid_token",
      error_description: `The ${name} access token is missing or wrong.`,
    },
  };
}

/**
 * `oauth/register/{id}`: a client that registered itself reads, replaces or removes its registration, with
 * the token of its registration, which each answer shows again.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc7592 RFC 7592}
 * @module
 */

import { isEqual } from "../../base/crypto/hash.ts";
import { randomBase64url } from "../../base/crypto/bytes.ts";
import { lazy } from "../../base/lazy.ts";
import { OAuthRefusal, textIn } from "../../credentials/form.ts";
import { forgetCached } from "../../records/cached.ts";
import type { FoundRecord } from "../../records/kind.ts";
import { JSON_HEADERS } from "../../response/respond.ts";
import type { CallHandler, CallRequest, ResponseInternal } from "../../types/internal.ts";
import { type ClientMetadata, withoutNulls } from "./client_metadata.ts";
import { groupOf, hashOfSecret, REGISTERED } from "./clients.ts";
import { type ClientData, clients } from "./kinds.ts";
import { answering } from "./refusal.ts";
import {
  bearerIn,
  described,
  hashOfRegistration,
  hasSecret,
  readRegistration,
  refusedToken,
  registrationUrl,
  shownSecret,
  toRegistered,
} from "./register.ts";
import type { OAuthCall } from "./settings.ts";

const requestLimits = lazy(() => import("../../limits/request.ts"));

/** Members of an answer that a client must not send back (RFC 7592 §2.2). */
const READ_ONLY = [
  "registration_access_token",
  "registration_client_uri",
  "client_id_issued_at",
  "client_secret_expires_at",
];

/** A client whose token the request has. */
interface Shown {
  readonly call: OAuthCall;
  readonly sent: CallRequest;
  readonly id: string;
  /** Returns `true` for the record that the token is of. */
  readonly isOwn: (known: FoundRecord<ClientData> | null) => known is FoundRecord<ClientData>;
}

/** A handler for the client of the token: whatever else is wrong, the answer is the same. */
function ofClient(
  handler: (shown: Shown) => Promise<ResponseInternal | undefined>,
): CallHandler {
  return answering(async (call, sent) => {
    if (call.settings.dynamic === "off") {
      return { status: 404, headers: JSON_HEADERS, body: { error: "not_found" } };
    }
    // Before anything is read for it.
    if (call.config.limits) await (await requestLimits()).countCall(call, "oauth/register");
    const hash = await hashOfRegistration(bearerIn(sent.authorization));
    const id = sent.params?.id ?? "";
    const isOwn = (known: FoundRecord<ClientData> | null): known is FoundRecord<ClientData> =>
      known !== null && known.data.isStranger && known.data.registrationHash !== undefined &&
      isEqual(known.data.registrationHash, hash);
    const answer = REGISTERED.test(id) ? await handler({ call, sent, id, isOwn }) : undefined;
    return answer ?? refusedToken("registration");
  });
}

/** `GET`: the registration, without what is shown once. */
export const readSelf = ofClient(async ({ call, sent, id, isOwn }) => {
  const found = await clients.get(call.config.records, id);
  return isOwn(found) ? answerWith(call, sent, found, toMetadata(found.data)) : undefined;
});

/** `PUT`: the same check as of a registration, of all of it. What is left out is gone. */
export const replaceSelf = ofClient(async ({ call, sent, id, isOwn }) => {
  const { records } = call.config;
  if (!isOwn(await clients.get(records, id))) return undefined;
  const body = withoutNulls(sent.body ?? {});
  const metadata = readRegistration(call, sent);
  if (textIn(body, "client_id") !== id) {
    throw new OAuthRefusal("invalid_client_metadata", "`client_id` is not that of the URL");
  }
  const own = READ_ONLY.find((name) => name in body);
  if (own !== undefined) {
    throw new OAuthRefusal("invalid_client_metadata", `\`${own}\` is set by the server`);
  }
  const shown = textIn(body, "client_secret");
  const shownHash = shown === undefined ? undefined : await hashOfSecret(shown);
  const secret = randomBase64url(32);
  const hash = await hashOfSecret(secret);
  let isNew = false;
  const written = await clients.update(records, id, (known) => {
    // It may have been removed meanwhile.
    if (!isOwn(known)) return undefined;
    const { data, expires } = known;
    if (shownHash !== undefined && !isEqual(data.hash ?? "", shownHash)) {
      throw new OAuthRefusal(
        "invalid_client_metadata",
        "`client_secret` is not that of the client",
      );
    }
    // Of any number of calls at once, one makes the secret.
    isNew = hasSecret(metadata) && data.method !== "secret";
    return {
      userId: known.owner,
      expires,
      data: {
        ...toRegistered(metadata),
        hash: !hasSecret(metadata) ? null : isNew ? hash : data.hash,
        registrationHash: data.registrationHash!,
        createdAt: data.createdAt,
      },
    };
  });
  if (!written) return undefined;
  const found = { id, owner: written.userId, data: written.data };
  forgetCached(records, groupOf(found));
  return answerWith(
    call,
    sent,
    found,
    metadata,
    shownSecret(isNew ? secret : undefined, written.expires),
  );
});

/** `DELETE`: its tokens are refused at the next request. */
export const removeSelf = ofClient(async ({ call, id, isOwn }) => {
  const { records } = call.config;
  const found = await clients.get(records, id);
  if (!isOwn(found)) return undefined;
  const taken = await clients.take(records, id);
  forgetCached(records, groupOf(found));
  return taken ? { status: 204, headers: {} } : undefined;
});

/** The answer, with the token that was shown: it counts still (RFC 7592 §3). */
function answerWith(
  call: OAuthCall,
  { authorization }: Pick<CallRequest, "authorization">,
  { id, data }: Pick<FoundRecord<ClientData>, "data" | "id">,
  metadata: ClientMetadata,
  secret: object = {},
): ResponseInternal {
  return {
    headers: JSON_HEADERS,
    body: {
      client_id: id,
      client_id_issued_at: Math.floor(Date.parse(data.createdAt) / 1000),
      ...secret,
      registration_access_token: bearerIn(authorization),
      registration_client_uri: registrationUrl(call, id),
      ...described(metadata),
    },
  };
}

/** The metadata of a record. */
function toMetadata(data: ClientData): ClientMetadata {
  const { name, redirectUris, postLogoutRedirectUris, backchannelLogoutUri, links, jwks } = data;
  const { method, secretMethod = "client_secret_basic", jwksUri, grants, idTokenAlgorithm } = data;
  return {
    ...{ name, redirectUris, postLogoutRedirectUris, grants, jwksUri, idTokenAlgorithm },
    ...backchannelLogoutUri === undefined ? {} : { backchannelLogoutUri },
    ...links === undefined ? {} : { links },
    method: method === "secret" ? secretMethod : method,
    jwks: jwks as ClientMetadata["jwks"],
    scopes: undefined,
  };
}

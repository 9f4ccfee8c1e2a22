/**
 * `saml/{slug}/logout`: a provider ends sessions that began through it, or answers a sign-out that has
 * begun here. The browser of the person brings its signed message, by redirect or by a form. For a
 * sign-out of the provider, no cookie is read: the message is the proof, and names the sessions.
 *
 * @see {@link https://docs.oasis-open.org/security/saml/v2.0/saml-profiles-2.0-os.pdf SAML 2.0 Profiles §4.4}
 * @module
 */

import { randomHex } from "../../base/crypto/bytes.ts";
import { nowDate } from "../../base/time.ts";
import { ReplayedAnswer, UnknownAction } from "../../errors.ts";
import { audit } from "../../hooks/audit.ts";
import { actionUrl } from "../../http/url.ts";
import { retryOnce } from "../../records/retry_once.ts";
import { endGivenSessions } from "../../session/end.ts";
import { findEnded, markEnded } from "../../session/provider_session.ts";
import type { ActionHandlers, Context, ResponseInternal } from "../../types/internal.ts";
import { type ConnectionData, connections, ownerOfOrg } from "../connections/kinds.ts";
import { logoutPath } from "../connections/paths.ts";
import { isConnectionId } from "../connections/provider.ts";
import { makeConnectionsCall } from "../connections/settings.ts";
import { organizations } from "../organizations/kinds.ts";
import { findNameId } from "./answer.ts";
import { SPACE, SUCCESS } from "./constants.ts";
import { currentCertificates, makeEntityId, upstreamIssuer, upstreamSid } from "./flow.ts";
import { usedAssertions } from "./kinds.ts";
import { finishLeave, postRequest } from "./leave.ts";
import {
  bad,
  checkMessage,
  type LogoutMessage,
  MOST,
  orBad,
  readMessage,
  readText,
} from "./logout_message.ts";
import type { SamlKey } from "./options.ts";
import { postPage, redirectUrl } from "./request.ts";
import { escapeXml, findChildren } from "./xml.ts";

/** Most characters of what comes back with an answer, and most sessions that a message names. */
const MOST_STATE = 1024;
const MOST_SESSIONS = 20;

/** The handlers with the keys of the app. */
export function makeLogoutPage(keys: readonly SamlKey[]): ActionHandlers {
  return {
    async GET(ctx) {
      const connection = await findConnection(ctx);
      return ctx.request.query.leave === undefined
        ? await receive(ctx, connection, keys)
        : await postRequest(ctx, connection, keys);
    },
    POST: async (ctx) => await receive(ctx, await findConnection(ctx), keys),
  };
}

/** The connection that the path names. */
async function findConnection(ctx: Context): Promise<{ id: string; data: ConnectionData }> {
  const id = `sso-${ctx.request.params?.slug ?? ""}`;
  const { records } = makeConnectionsCall(ctx.config, ctx.request);
  const data = isConnectionId(id) ? (await connections.get(records, id))?.data : undefined;
  const org = data?.saml && (await organizations.get(records, data.org))?.data;
  if (data?.saml && org && !org.isEnding) return { id, data };
  throw new UnknownAction("There is no connection with this name");
}

async function receive(
  ctx: Context,
  connection: { id: string; data: ConnectionData },
  keys: readonly SamlKey[],
): Promise<ResponseInternal> {
  const message = await orBad(() => readMessage(ctx));
  return message.name === "SAMLResponse"
    ? await finishLeave(ctx, connection, message)
    : await end(ctx, connection, message, keys);
}

/** Ends the sessions that a request names, and leads back. */
async function end(
  ctx: Context,
  { id, data }: { id: string; data: ConnectionData },
  message: LogoutMessage,
  keys: readonly SamlKey[],
): Promise<ResponseInternal> {
  const { records } = makeConnectionsCall(ctx.config, ctx.request);
  const { requestId, subject, sessions, until, issuedAt } = await orBad(() =>
    readNamed(ctx, id, data, message, keys)
  );
  // The sessions end first, so that a failure can be repeated; then one of many equal messages counts.
  const mark = { key: data.key, id: `logout ${requestId}` };
  const isUsed = await usedAssertions.get(records, mark) !== null;
  if (!isUsed) {
    // A session that came without a SessionIndex may be the one that is named.
    const sids = sessions.length === 0
      ? [undefined]
      : await Promise.all([undefined, ...sessions].map((one) => upstreamSid(subject, one)));
    for (const sid of sids) {
      await endSessions(ctx, { issuer: upstreamIssuer(data), subject, sid, issuedAt });
    }
  }
  const value = { userId: ownerOfOrg(data.org), expires: new Date(until), data: null };
  if (!await usedAssertions.add(records, mark, value)) {
    throw new ReplayedAnswer(
      "Cannot accept the sign-out of the identity provider: it was used before",
    );
  }
  return await answer(ctx, id, data, requestId, message.relayState, keys);
}

async function endSessions(ctx: Context, ending: Parameters<typeof findEnded>[1]): Promise<void> {
  const { config, request } = ctx;
  const { records } = config.revocation!;
  // Before the sessions are read, so that a sign-in at the same time is refused, or found.
  await retryOnce(() => markEnded(records, ending));
  const found = await retryOnce(() => findEnded(records, ending));
  for (const { id, userId } of await retryOnce(() => endGivenSessions(config, found))) {
    const entry = { name: "session.revoked", reason: "signed-out", userId, sessionId: id } as const;
    await audit({ config, request }, entry);
  }
}

/** What a message names. All that costs little is looked at before the signature. */
async function readNamed(
  ctx: Context,
  id: string,
  { issuer, saml }: ConnectionData,
  message: LogoutMessage,
  keys: readonly SamlKey[],
) {
  const expected = { local: "LogoutRequest", url: actionUrl(ctx, logoutPath(id)), issuer } as const;
  checkMessage(message.root, expected);
  const root = await message.verify(currentCertificates(saml!));
  // Once more, of what was signed.
  const { until, issuedAt, id: requestId } = checkMessage(root, expected);
  const subject = readText(findNameId(root, keys.map(({ privateKey }) => privateKey)));
  if (subject === "") throw bad("it does not name a person by one NameID");
  const sessions = findChildren(root, SPACE.protocol, "SessionIndex")
    .map((one) => readText(one, MOST.xml));
  if (sessions.length > MOST_SESSIONS || sessions.includes("")) {
    throw bad("its SessionIndex cannot be used");
  }
  return { requestId, subject, sessions, until, issuedAt };
}

/** Leads back to the provider, which goes on with its other apps. */
async function answer(
  ctx: Context,
  id: string,
  { saml }: ConnectionData,
  requestId: string,
  relayState: string | undefined,
  [key]: readonly SamlKey[],
): Promise<ResponseInternal> {
  const { logout } = saml!;
  if (!logout) return { redirect: `${ctx.request.origin}/` };
  const ownId = `_${randomHex(20)}`;
  const xml = `<samlp:LogoutResponse xmlns:samlp="${SPACE.protocol}" ` +
    `xmlns:saml="${SPACE.assertion}" ID="${ownId}" Version="2.0" ` +
    `IssueInstant="${nowDate().toISOString()}" Destination="${escapeXml(logout.url)}" ` +
    `InResponseTo="${escapeXml(requestId)}"><saml:Issuer>${
      escapeXml(makeEntityId(ctx, id))
    }</saml:Issuer><samlp:Status><samlp:StatusCode Value="${SUCCESS}"/></samlp:Status>` +
    `</samlp:LogoutResponse>`;
  const state = (relayState ?? "").length <= MOST_STATE ? relayState : undefined;
  const message = { name: "SAMLResponse" as const, id: ownId, xml, relayState: state };
  return logout.binding === "redirect"
    ? { redirect: await redirectUrl(logout.url, message, key) }
    : await postPage(ctx, logout.url, message, key);
}

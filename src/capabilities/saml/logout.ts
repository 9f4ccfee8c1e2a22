/**
 * `saml/{slug}/logout`: a provider ends sessions that began through it. The browser of the person brings
 * its signed message, by redirect or by a form, and takes the answer back. No cookie is read: the message
 * is the proof, and names the sessions.
 *
 * @see {@link https://docs.oasis-open.org/security/saml/v2.0/saml-profiles-2.0-os.pdf SAML 2.0 Profiles §4.4}
 * @module
 */

import { Buffer } from "node:buffer";
import { inflateRawSync } from "node:zlib";
import type { AgainProps } from "../../../pages/post/mod.ts";
import { randomHex } from "../../base/crypto/bytes.ts";
import { lazy } from "../../base/lazy.ts";
import { textMembers } from "../../base/objects.ts";
import { nowDate, nowMs } from "../../base/time.ts";
import { AuthError, InvalidStatement, ReplayedAnswer, UnknownAction } from "../../errors.ts";
import { isStoreFailure } from "../../hooks/adapter.ts";
import { audit } from "../../hooks/audit.ts";
import { actionUrl } from "../../http/url.ts";
import { retryOnce } from "../../records/retry_once.ts";
import { renderPart } from "../../response/render.ts";
import { endGivenSessions } from "../../session/end.ts";
import { findEnded, markEnded } from "../../session/provider_session.ts";
import type { ActionHandlers, Context, ResponseInternal } from "../../types/internal.ts";
import { type ConnectionData, connections, ownerOfOrg } from "../connections/kinds.ts";
import { logoutPath } from "../connections/paths.ts";
import { isConnectionId } from "../connections/provider.ts";
import { makeConnectionsCall } from "../connections/settings.ts";
import { organizations } from "../organizations/kinds.ts";
import { decodeAnswer, MAX_LENGTH, timeIn } from "./answer.ts";
import { nodeCrypto, toPem } from "./certificates.ts";
import { RSA_SHA256, SPACE, SUCCESS } from "./constants.ts";
import { currentCertificates, makeEntityId, upstreamIssuer, upstreamSid } from "./flow.ts";
import { usedAssertions } from "./kinds.ts";
import type { SamlKey } from "./options.ts";
import { redirectUrl } from "./request.ts";
import { assertPlain, signatureOf, signMessage, verify } from "./signature.ts";
import { escapeXml, findChildren, readXml, trimXml, type XmlElement } from "./xml.ts";

const again = lazy(() => import("../../../pages/post/mod.ts"));

/** Algorithms of detached signatures, as Node names them. */
const DETACHED: Readonly<Record<string, string>> = {
  [RSA_SHA256]: "RSA-SHA256",
  "http://www.w3.org/2001/04/xmldsig-more#rsa-sha512": "RSA-SHA512",
};

/** Milliseconds for which a message without an end counts, and by which clocks may differ. */
const FRESH_MS = 5 * 60_000;
const SKEW_MS = 2 * 60_000;

/** Most characters of a message, and of what is in it; most sessions that it names. */
const MOST = { xml: 50_000, text: 1024, relayState: 1024, sessions: 20 };

function bad(message: string): AuthError {
  return new InvalidStatement(`Cannot accept the sign-out of the identity provider: ${message}`);
}

/** A message whose signature was not looked at. */
interface Message {
  /** The element, as it was sent. */
  readonly root: XmlElement;
  /** What the answer brings back. */
  readonly relayState: string | undefined;
  /** Returns the element that was signed. */
  verify(certificates: readonly string[]): Promise<XmlElement>;
}

/** The handlers with the keys of the app. */
export function makeLogoutPage(keys: readonly SamlKey[]): ActionHandlers {
  return {
    GET: (ctx) => receive(ctx, keys, readRedirect),
    POST: (ctx) => receive(ctx, keys, readPost),
  };
}

async function receive(
  ctx: Context,
  keys: readonly SamlKey[],
  read: (ctx: Context) => Message,
): Promise<ResponseInternal> {
  const id = `sso-${ctx.request.params?.slug ?? ""}`;
  const call = makeConnectionsCall(ctx.config, ctx.request);
  const { records } = call;
  const data = isConnectionId(id) ? (await connections.get(records, id))?.data : undefined;
  const org = data?.saml && (await organizations.get(records, data.org))?.data;
  if (!data?.saml || !org || org.isEnding) {
    throw new UnknownAction("There is no connection with this name");
  }
  let named;
  try {
    named = await readNamed(ctx, id, data, read(ctx));
  } catch (error) {
    if (error instanceof AuthError || isStoreFailure(error)) throw error;
    throw bad((error as Error).message);
  }
  const { requestId, subject, sessions, until, issuedAt, relayState } = named;
  // The sessions end first, so that a failure can be repeated; then one of many equal messages counts.
  const mark = { key: data.key, id: `logout ${requestId}` };
  const isUsed = await usedAssertions.get(records, mark) !== null;
  if (!isUsed) {
    // A session that came without a SessionIndex may be the one that is named.
    const sids = sessions.length === 0
      ? [undefined]
      : await Promise.all([undefined, ...sessions].map((one) => upstreamSid(subject, one)));
    for (const sid of sids) {
      await end(ctx, { issuer: upstreamIssuer(data), subject, sid, issuedAt });
    }
  }
  const value = { userId: ownerOfOrg(data.org), expires: new Date(until), data: null };
  if (!await usedAssertions.add(records, mark, value)) {
    throw new ReplayedAnswer(
      "Cannot accept the sign-out of the identity provider: it was used before",
    );
  }
  return await answer(ctx, id, data, requestId, relayState, keys);
}

async function end(ctx: Context, ending: Parameters<typeof findEnded>[1]): Promise<void> {
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
async function readNamed(ctx: Context, id: string, data: ConnectionData, message: Message) {
  const url = actionUrl(ctx, logoutPath(id));
  check(message.root, url, data);
  const root = await message.verify(currentCertificates(data.saml!));
  // Once more, of what was signed.
  const { until, issuedAt, requestId } = check(root, url, data);
  const [name, ...others] = findChildren(root, SPACE.assertion, "NameID");
  const subject = name ? textOf(name) : "";
  if (subject === "" || others.length > 0) throw bad("it does not name a person by one NameID");
  const sessions = findChildren(root, SPACE.protocol, "SessionIndex")
    .map((one) => readText(one, MOST.xml));
  if (sessions.length > MOST.sessions || sessions.includes("")) {
    throw bad("its SessionIndex cannot be used");
  }
  return { requestId, subject, sessions, until, issuedAt, relayState: message.relayState };
}

function textOf(element: XmlElement): string {
  return readText(element, MOST.text);
}

function readText({ children, text }: XmlElement, most: number): string {
  const trimmed = trimXml(text);
  if (children.length > 0 || trimmed.length > most) throw bad("a text in it cannot be used");
  return trimmed;
}

/** Refuses a message that is for somebody else, of somebody else, or of another time. */
function check(root: XmlElement, url: string, { issuer }: ConnectionData) {
  const { attributes, space, local } = root;
  if (space !== SPACE.protocol || local !== "LogoutRequest") throw bad("it is no LogoutRequest");
  if (attributes.get("Version") !== "2.0") throw bad("it is not of SAML 2.0");
  const requestId = attributes.get("ID") ?? "";
  if (requestId === "" || requestId.length > MOST.text) throw bad("it has no usable ID");
  if (attributes.get("Destination") !== url) throw bad("it is for another URL");
  const issuers = findChildren(root, SPACE.assertion, "Issuer");
  if (issuers.length !== 1 || textOf(issuers[0]!) !== issuer) throw bad("it is of another issuer");
  const now = nowMs();
  const issued = timeIn(root, "IssueInstant");
  if (issued === undefined || issued > now + SKEW_MS) throw bad("its time is wrong");
  const until = Math.min(
    timeIn(root, "NotOnOrAfter") ?? Infinity,
    issued + FRESH_MS,
  ) + SKEW_MS;
  if (now >= until) throw bad("it has expired");
  return { requestId, until, issuedAt: Math.floor(issued / 1000) };
}

/** A message in a form: the signature is in it. */
function readPost({ request: { body } }: Context): Message {
  const { SAMLRequest = "", RelayState } = textMembers(body ?? {});
  if (SAMLRequest.length > MAX_LENGTH / 4) throw bad("it is too long");
  const source = decodeAnswer(SAMLRequest);
  const root = readXml(source);
  const signature = signatureOf(root);
  assertPlain({ root }, [root]);
  return {
    ...{ root, relayState: RelayState },
    async verify(certificates) {
      if (!signature) throw bad("it is not signed");
      return (await verify(source, root, signature, certificates)).root;
    },
  };
}

/** A message in a query: the signature is that of the query, exactly as it was sent. */
function readRedirect({ request: { request } }: Context): Message {
  const raw = new Map<string, string>();
  for (const part of new URL(request.url).search.slice(1).split("&")) {
    const [name = "", ...value] = part.split("=");
    if (raw.has(name)) throw bad("its query has a parameter twice");
    raw.set(name, value.join("="));
  }
  const value = (name: string) => decodeURIComponent((raw.get(name) ?? "").replaceAll("+", "%20"));
  const encoded = raw.get("SAMLRequest") === undefined ? "" : value("SAMLRequest");
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(encoded)) throw bad("it has no SAMLRequest in base64");
  const bytes = inflateRawSync(Buffer.from(encoded, "base64"), { maxOutputLength: MOST.xml });
  const root = readXml(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  assertPlain({ root }, []);
  return {
    root,
    relayState: raw.has("RelayState") ? value("RelayState") : undefined,
    verify(certificates) {
      const signature = Buffer.from(value("Signature"), "base64");
      const algorithm = value("SigAlg");
      if (!raw.has("Signature") || !Object.hasOwn(DETACHED, algorithm)) {
        throw bad("it is not signed with RSA and SHA-256 or SHA-512");
      }
      const signed = ["SAMLRequest", "RelayState", "SigAlg"].filter((name) => raw.has(name))
        .map((name) => `${name}=${raw.get(name)}`).join("&");
      const isSigned = certificates.some((one) =>
        nodeCrypto().createVerify(DETACHED[algorithm]!).update(signed)
          .verify(toPem(one), signature)
      );
      if (!isSigned) throw bad("it was not signed with a certificate of the connection");
      return Promise.resolve(root);
    },
  };
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
  const state = (relayState ?? "").length <= MOST.relayState ? relayState : undefined;
  if (logout.binding === "redirect") {
    const message = { name: "SAMLResponse" as const, xml, relayState: state };
    return { redirect: await redirectUrl(logout.url, message, key) };
  }
  const fields = {
    SAMLResponse: Buffer.from(key ? await signMessage(xml, ownId, key.privateKey) : xml)
      .toString("base64"),
    ...state === undefined ? {} : { RelayState: state },
  };
  const props: AgainProps = { step: "again", url: logout.url, fields };
  const load = async () => (await again()).againPart;
  return await renderPart("again", load, props, ctx.request, ctx.config);
}

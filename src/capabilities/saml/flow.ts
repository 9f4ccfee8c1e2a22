/**
 * The sign-in by SAML: a request by redirect, an answer by post. The request is bound to the browser by
 * the sealed cookie of every attempt, and an assertion counts once.
 *
 * @module
 */

import { randomBase64url, randomHex } from "../../base/crypto/bytes.ts";
import { hashParts } from "../../base/hashed.ts";
import { textMembers } from "../../base/objects.ts";
import { nowMs } from "../../base/time.ts";
import { createAttempt, postAgain, useAttempt } from "../../flows/oauth/attempt.ts";
import { toIdentity } from "../../flows/oauth/profile.ts";
import { rateLimitedLog } from "../../hooks/logger.ts";
import { actionUrl, withQuery } from "../../http/url.ts";
import { settleCallbackUrl } from "../../request/callback_url.ts";
import { toProviderProof } from "../../session/proof.ts";
import type { Profile } from "../../types/entities.ts";
import type { Confirmation, Identity, Redirect } from "../../types/identity.ts";
import type { Context, ResponseInternal } from "../../types/internal.ts";
import type { LeavingSession } from "../../types/provider_session.ts";
import type { ResolvedOAuthProvider } from "../../types/resolved_provider.ts";
import { type ConnectionData, ownerOfOrg, type SamlData } from "../connections/kinds.ts";
import { sealLeaving } from "../connections/leaving.ts";
import type { ConnectionOf } from "../connections/protocol.ts";
import { metadataPath } from "../connections/paths.ts";
import { type ConnectionsCall, makeConnectionsCall } from "../connections/settings.ts";
import { type AssertedName, type Assertion, readAnswer, requestNamedBy } from "./answer.ts";
import { readCertificate } from "./certificates.ts";
import { FORMAT } from "./constants.ts";
import { usedAssertions } from "./kinds.ts";
import type { SamlKey } from "./options.ts";
import { requestUrl } from "./request.ts";

/** Attributes that have the address, in their order, where the connection names none. */
const EMAILS = [
  ...["email", "mail", "emailAddress", "urn:oid:0.9.2342.19200300.100.1.3"],
  "urn:oid:1.2.840.113549.1.9.1",
  "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress",
];

/** Attributes that have the name of a person for others. */
const NAMES = [
  ...["displayName", "name", "urn:oid:2.16.840.1.113730.3.1.241"],
  "http://schemas.microsoft.com/identity/claims/displayname",
];

/** The entity id of the app for a connection, which is the URL of its metadata. */
export function makeEntityId(ctx: Context, id: string): string {
  return actionUrl(ctx, metadataPath(id));
}

/** Leads to the identity provider. */
export async function start(
  ctx: Context,
  provider: ResolvedOAuthProvider,
  { data }: ConnectionOf,
  keys: readonly SamlKey[],
): Promise<ResponseInternal> {
  const { ssoUrl, subject } = data.saml!;
  const { id } = provider;
  const { query } = ctx.request;
  const [requestId, relayState] = [`_${randomHex(20)}`, randomBase64url(32)];
  const attempt = { provider: id, state: relayState, nonce: requestId };
  await createAttempt(ctx, provider, { ...attempt, callbackUrl: ctx.callbackUrl });
  const asked = {
    ...{ id: requestId, ssoUrl, relayState },
    entityId: makeEntityId(ctx, id),
    acsUrl: actionUrl(ctx, "callback", id),
    asksPersistent: subject === null,
    isFresh: query.prompt === "login" || query.max_age !== undefined,
  };
  return { redirect: await requestUrl(asked, keys[0]) };
}

/** Reads the answer. */
export async function finish(
  ctx: Context,
  provider: ResolvedOAuthProvider,
  connection: ConnectionOf,
  keys: readonly SamlKey[],
): Promise<Confirmation | Identity | Redirect> {
  const { data } = connection;
  const { SAMLResponse = "", RelayState } = textMembers(ctx.request.body ?? {});
  const again = await postAgain(ctx, provider, RelayState);
  if (again) return again;
  const saml = data.saml!;
  let attempt;
  try {
    attempt = await useAttempt(ctx, provider, RelayState);
  } catch (error) {
    // One that was begun there is no proof: it leads to the button that begins one here. Any site can
    // make a browser post it, so nothing begins before a person has pressed that button.
    if (!saml.startsAtProvider || !isUnsolicited(SAMLResponse)) throw error;
    const callbackUrl = await targetIn(ctx, RelayState);
    return { redirect: withQuery(actionUrl(ctx, "signin", provider.id), { callbackUrl }) };
  }
  const assertion = await readAnswer(SAMLResponse, {
    requestId: attempt.nonce ?? "",
    audience: makeEntityId(ctx, provider.id),
    recipient: actionUrl(ctx, "callback", provider.id),
    issuer: data.issuer,
    certificates: currentCertificates(saml),
    takesSignedResponse: saml.takesSignedResponse,
    keys: keys.map(({ privateKey }) => privateKey),
  });
  const call = makeConnectionsCall(ctx.config, ctx.request);
  await takeAssertion(call, connection, assertion);
  requireOpened(call, connection, assertion);
  const profile = toProfile(call, connection, assertion);
  const identity = await toIdentity(ctx, provider, profile, {});
  const leaving = await sealSession(ctx, connection, assertion);
  return {
    ...identity,
    upstream: toProviderProof({ authTime: assertion.authTime }),
    upstreamSession: {
      ...{ issuer: upstreamIssuer(data), subject: assertion.name.text },
      ...{ sid: await upstreamSid(assertion.name.text, assertion.session), sidRecurs: true },
      ...{ issuedAt: assertion.issuedAt, leaving },
    },
  };
}

/** What a sign-out tells the provider of a session. */
export interface SamlSession {
  readonly name: Pick<AssertedName, "attributes" | "text">;
  /** SessionIndex; absent without one. */
  readonly session?: string | undefined;
}

/** Most characters of a text that a sign-out tells the provider. */
const MOST_TOLD = 1024;

async function sealSession(
  { config }: Context,
  connection: ConnectionOf,
  { name: { text, attributes }, session }: Assertion,
): Promise<LeavingSession | undefined> {
  // Without all of it, the provider would end another session, or none.
  const isLong = [session, ...Object.values(attributes)].some((one = "") => one.length > MOST_TOLD);
  const told: SamlSession = { name: { text, attributes }, session };
  return isLong ? undefined : await sealLeaving(config, connection, told);
}

/** What sessions are found by: no other connection has its key, also not the next one of its name. */
export function upstreamIssuer({ key }: Pick<ConnectionData, "key">): string {
  return `saml ${key}`;
}

/**
 * What one session is found by. A SessionIndex means something together with the NameID alone: providers
 * may give a small number or a constant to everybody.
 *
 * @param session SessionIndex of any length. Default: that of a session without one
 * @see {@link https://docs.oasis-open.org/security/saml/v2.0/saml-core-2.0-os.pdf SAML 2.0 Core §2.7.2}
 */
export async function upstreamSid(subject: string, session = ""): Promise<string> {
  return await hashParts("session at a SAML provider", [subject, session]);
}

function isUnsolicited(encoded: string): boolean {
  try {
    return requestNamedBy(encoded) === undefined;
  } catch {
    return false;
  }
}

/** Where a sign-in that began at the provider leads: a URL that the app would lead to anyway. */
async function targetIn(ctx: Context, relayState: string | undefined): Promise<string> {
  const { request, config, cookies } = ctx;
  const callbackUrl = relayState || request.origin;
  try {
    return await settleCallbackUrl({ ...request, body: { callbackUrl } }, config, cookies);
  } catch {
    return request.origin;
  }
}

export function currentCertificates({ certificates }: SamlData): readonly string[] {
  const now = nowMs();
  const current = certificates.filter((one) => {
    const read = readCertificate(one);
    return typeof read !== "string" && read.from <= now && now < read.until;
  });
  if (current.length > 0) return current;
  throw new Error("no certificate of the connection is valid now; enter the one of the provider");
}

async function takeAssertion(
  { records }: ConnectionsCall,
  { data: { key, org } }: ConnectionOf,
  { id, until }: Assertion,
): Promise<void> {
  const value = { userId: ownerOfOrg(org), expires: new Date(until), data: null };
  if (await usedAssertions.add(records, { key, id }, value)) return;
  throw new Error(
    "The answer of the identity provider cannot be used: its assertion was used before",
  );
}

/** An attribute that the app cannot open counts where one that the connection reads is missing. */
function requireOpened(
  { config, own: { groups } }: ConnectionsCall,
  { data: { issuer, saml } }: ConnectionOf,
  { attributes, unopened }: Assertion,
): void {
  if (!unopened) return;
  const { subject, email, groups: ofGroups } = saml!;
  const missing = [subject, email, groups ? ofGroups : null]
    .find((one) => one !== null && !attributes.has(one));
  if (missing) {
    throw new Error(`the assertion has no "${missing}" that can be read: ${unopened.message}`, {
      cause: { field: missing },
    });
  }
  const message = `An attribute of ${issuer} was left out: ${unopened.message}`;
  rateLimitedLog(config.logger, new Error(message), `attributes of ${issuer}`);
}

/** The person, as claims: what the app reads of identities of any protocol. */
function toProfile(
  { own: { groups } }: ConnectionsCall,
  { data: { issuer, saml } }: ConnectionOf,
  { name, attributes }: Assertion,
): Profile {
  const all: Record<string, unknown> = {};
  for (const [attribute, values] of attributes) {
    all[attribute] = values.length === 1 ? values[0] : values;
  }
  const { subject, email, groups: ofGroups } = saml!;
  const first = (names: readonly string[]) =>
    names.map((one) => attributes.get(one)).find((one) => one !== undefined);
  // With two addresses, nobody knows which of them is the person's.
  const [address, ...more] = first(email === null ? EMAILS : [email]) ??
    (email === null && name.format === FORMAT.email ? [name.text] : []);
  const [shown] = first(NAMES) ?? [];
  return {
    ...all,
    ...groups && ofGroups !== null ? { [groups.claim]: attributes.get(ofGroups) ?? [] } : {},
    iss: issuer,
    sub: subjectIn(subject, name, attributes),
    tid: undefined,
    email: more.length === 0 ? address : undefined,
    name: shown,
  } as unknown as Profile;
}

function subjectIn(
  subject: string | null,
  name: Assertion["name"],
  attributes: Assertion["attributes"],
): string {
  if (subject !== null) {
    const [value, ...more] = attributes.get(subject) ?? [];
    if (value && more.length === 0 && value.length <= 1024) return value;
    throw new Error(`the assertion has not one text in "${subject}", which names the person`, {
      cause: { field: subject },
    });
  }
  if (name.format === FORMAT.persistent) return name.text;
  throw new Error(
    "the NameID does not have the persistent format, so it may be another person's one day; set " +
      "the format at the provider, or name an attribute that stays",
    { cause: { field: "NameID" } },
  );
}

/**
 * A connection as a provider: its id is one of the path, as that of any other, and its flow is that of
 * OpenID Connect between two questions: may this provider speak for the address, and is it known who
 * this is?
 *
 * @module
 */

import { findFault, normalDomain, parseAddress } from "../../base/address.ts";
import { nowMs } from "../../base/time.ts";
import { codeOf, type FlowCode, type WithCode } from "../../config/capability.ts";
import { resolveProvider } from "../../config/providers.ts";
import { InvalidCheck, isClientError, TooManyRequests } from "../../errors.ts";
import { isStoreFailure } from "../../hooks/adapter.ts";
import { peekAttempt } from "../../flows/oauth/attempt.ts";
import { oauthFlow } from "../../flows/oauth/mod.ts";
import { getServer, rateLimited } from "../../flows/oauth/metadata.ts";
import { openText } from "../../session/sealed_text.ts";
import { capability, customFetch } from "../../symbols.ts";
import type { Profile } from "../../types/entities.ts";
import type { Flow } from "../../types/flow.ts";
import type { Confirmation, Identity, Redirect } from "../../types/identity.ts";
import type { Context, ResolvedConfig, ResponseInternal } from "../../types/internal.ts";
import type { ResolvedOAuthProvider, ResolvedProvider } from "../../types/resolved_provider.ts";
import type { ProviderSession } from "../../types/provider_session.ts";
import type { Questions } from "../../types/topics.ts";
import { organizations } from "../organizations/kinds.ts";
import { toOrganization } from "../organizations/organization.ts";
import { domainIn } from "./domain_name.ts";
import { readDomainState } from "./domains.ts";
import { type ConnectionData, connections, domains, identityId, ownerOfOrg } from "./kinds.ts";
import { sealIdToken } from "./leaving.ts";
import { notifyOwners } from "./notices.ts";
import type { ConnectionOf, Steps } from "./protocol.ts";
import { ended, type Refused } from "./refusal.ts";
import { type ConnectionsCall, isInDevelopment, makeConnectionsCall } from "./settings.ts";
import { SECRET } from "./secret.ts";

/** Id of the provider that chooses a connection by the domain of an address. */
export const BY_ADDRESS = "sso";

/** An issuer of nobody: the flow asks none. */
const NOWHERE = "https://issuer.invalid";

/** Longest id of a connection. */
const MAX_ID = 80;

/** Days before the end of a secret at which the owners are told. */
const TOLD_DAYS = [1, 7, 30] as const;

const DAY_MS = 24 * 60 * 60 * 1000;

/** Issuer of Google, at which anyone can have an account with any address. */
const GOOGLE = "https://accounts.google.com";

/** Names that nobody has, for look-ups that take as long as others. */
const NOBODY = { domain: "-", org: "org_0000000000000000000000" };

/** The code of such a provider. */
interface ConnectionCode extends FlowCode<ResolvedOAuthProvider> {
  readonly connection: ConnectionOf;
}

/** The connection that a provider is; `undefined` for all others. */
export function connectionOf(provider: ResolvedProvider | undefined): ConnectionOf | undefined {
  return codeOf<Partial<ConnectionCode> & FlowCode<ResolvedOAuthProvider>>(provider)?.connection;
}

/** Returns `true` for text that can be the id of a connection. */
export function isConnectionId(id: string): boolean {
  return id.length <= MAX_ID && /^sso-[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/.test(id);
}

/** The provider with an id; `undefined` when no connection has it. */
export async function findConnectionProvider(
  { config, id }: Questions["provider.named"]["asked"],
): Promise<ResolvedProvider | undefined> {
  if (id === BY_ADDRESS) return chooser();
  if (!isConnectionId(id)) return undefined;
  const call = makeConnectionsCall(config);
  const found = await connections.get(call.records, id);
  return found ? await makeProvider(call, id, found.data) : undefined;
}

/** A connection as a provider; `undefined` when its organization has ended. */
export async function makeProvider(
  call: ConnectionsCall,
  id: string,
  data: ConnectionData,
): Promise<ResolvedOAuthProvider | undefined> {
  const { records, config, own } = call;
  const org = (await organizations.get(records, data.org))?.data;
  if (!org || org.isEnding) return undefined;
  const organization = toOrganization(data.org, org);
  const connection = { id, data, organization };
  const flow = async () =>
    makeFlow(call, connection, data.saml ? await samlSteps(call, connection) : OIDC_STEPS);
  const code: ConnectionCode = { flow, connection };
  const clientSecret = await openSecret(config, data);
  const written = {
    id,
    name: org.name,
    type: "oidc" as const,
    ...data.saml
      // An answer by SAML comes as a post from another site, as with `form_post`.
      ? { issuer: NOWHERE, clientId: id, authorization: { params: { response_mode: "form_post" } } }
      : { issuer: data.issuer, clientId: data.clientId },
    ...clientSecret === undefined ? {} : { clientSecret },
    checks: ["pkce", "state", "nonce"] as ["pkce", "state", "nonce"],
    emailVerified: true,
    profile: async (profile: Profile) => ({
      id: await accountId(data, profile),
      name: typeof profile.name === "string" ? profile.name : null,
      email: typeof profile.email === "string" ? profile.email : null,
      image: null,
    }),
    // For a sign-out; `vouch` takes it away.
    account: ({ id_token }: { id_token?: string }) => id_token === undefined ? {} : { id_token },
    [customFetch]: isInDevelopment(config) ? own.sendInDevelopment : own.send,
    [capability]: code,
  };
  return resolveProvider(written as never, { providers: [] }) as
    & ResolvedOAuthProvider
    & WithCode<ConnectionCode>;
}

async function openSecret(
  { jwt: { secret } }: ResolvedConfig,
  { sealed, key }: ConnectionData,
): Promise<string | undefined> {
  if (sealed === null) return undefined;
  try {
    return (await openText<{ value: string }>(secret, SECRET, sealed, key))?.value;
  } catch {
    return undefined; // sealed with a secret that is no longer configured
  }
}

async function accountId(
  { key, tenants, saml }: ConnectionData,
  { iss, tid, sub }: Profile,
): Promise<string> {
  // The same text in two attributes is two people.
  const tenant = saml ? saml.subject ?? "" : tenants === null ? "" : String(tid);
  return await identityId({ key, issuer: String(iss), tenant, subject: String(sub) });
}

const OIDC_STEPS: Steps = {
  async start(ctx, provider) {
    // A provider that is away is asked every few seconds, and not by every request.
    await rateLimited(provider, () => getServer(provider, "authorization"));
    return await oauthFlow.start!(ctx, provider);
  },
  finish: (ctx, provider) => oauthFlow.finish(ctx, provider),
  finishMethods: oauthFlow.finishMethods,
  stateIn: ({ request: { query } }) => query.state,
};

async function samlSteps({ own: { saml } }: ConnectionsCall, connection: ConnectionOf) {
  const protocol = await saml?.load();
  const none = () => {
    throw new Error("the connection is one by SAML, which the app does not offer any more");
  };
  const steps: Steps = {
    start: async (ctx, provider) => await protocol?.start(ctx, provider, connection) ?? none(),
    finish: async (ctx, provider) => await protocol?.finish(ctx, provider, connection) ?? none(),
    finishMethods: ["POST"],
    stateIn: ({ request: { body } }) => body?.RelayState,
  };
  return steps;
}

function makeFlow(
  { own }: ConnectionsCall,
  connection: ConnectionOf,
  steps: Steps,
): Flow<ResolvedOAuthProvider> {
  return {
    start: async (ctx, provider) =>
      await ofProvider(provider, async () => await steps.start(ctx, provider)),
    finish: async (ctx, provider) => {
      const state = steps.stateIn(ctx);
      const tested = typeof state === "string" &&
        await peekAttempt(ctx, asTest(provider), state);
      if (tested) return await own.finishTest(ctx, provider, connection, steps, tested);
      const found = await ofProvider(provider, async () => await steps.finish(ctx, provider));
      return "account" in found
        ? await vouch(ctx, connection, found)
        : found as Confirmation | Redirect;
    },
    finishMethods: steps.finishMethods,
  };
}

/** A provider whose attempts sign nobody in. */
export function asTest(provider: ResolvedOAuthProvider): ResolvedOAuthProvider {
  return { ...provider, isTest: true };
}

/** What fails at a customer's provider is no failure of the app: the person gets a page, the log says why. */
async function ofProvider<T>(provider: ResolvedOAuthProvider, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    const isOurs = isClientError(error) || error instanceof InvalidCheck ||
      error instanceof TooManyRequests || isStoreFailure(error);
    if (isOurs) throw error;
    const { message } = error as Error;
    throw ended("ConnectionFailed", provider.id, message, { err: error as Error });
  }
}

/**
 * Refuses an address that the connection must not speak for. Nothing of the app has seen it yet.
 *
 * @param isTest `true` changes nothing, and tells nobody
 */
export async function vouch(
  ctx: Context,
  { id, data }: ConnectionOf,
  identity: Identity,
  isTest = false,
): Promise<Identity> {
  const call = makeConnectionsCall(ctx.config, ctx.request);
  const { profile = {}, account: { providerAccountId, type } } = identity;
  const no = (message: string, refused: Refused, field: string) =>
    ended("OtherDomain", id, message, { refused, field });
  if (data.tenants !== null && !data.tenants.includes(String(profile.tid).toLowerCase())) {
    throw no("the tenant of the person is not one of the connection", "tenant", "tid");
  }
  const address = addressOf(identity);
  const ofAddress = data.saml?.email ?? "email";
  if (address === null) {
    throw no("the provider's address of the person is none", "no-address", ofAddress);
  }
  const known = await call.config.store.getUserByAccount({
    provider: id,
    providerAccountId,
  });
  if (address === undefined && !known) {
    throw no("the provider gives no address of the person", "no-address", ofAddress);
  }
  if (address !== undefined) {
    const domain = domainOf(address);
    const state = await readDomainState(call, { org: data.org, domain }, isTest);
    if (!(known ? state.wasProven : state.isProven)) {
      throw no("the domain of the address is not proven for the organization", "domain", ofAddress);
    }
    const unvouched = known ? undefined : findUnvouched(data, profile, domain);
    if (unvouched !== undefined) {
      throw no("the provider does not vouch for the address", "unverified", unvouched);
    }
  }
  if (!isTest) await tellOfExpiry(call, id, data);
  const { authTime } = identity.upstream ?? {};
  return {
    ...identity,
    // Tokens of a customer's provider are of no use to the app.
    account: { provider: id, type, providerAccountId },
    // What the context of a sign-in means is between the app and providers of its own.
    upstream: authTime === undefined ? undefined : { authTime },
    upstreamSession: await sessionAt(ctx, { id, data }, identity),
  };
}

/** The session at the provider: of OpenID Connect, for what a sign-out tells it alone. */
async function sessionAt(
  { config }: Context,
  connection: Pick<ConnectionOf, "data" | "id">,
  { account, upstreamSession }: Identity,
): Promise<ProviderSession | undefined> {
  const { saml, signsOut, key } = connection.data;
  if (saml) return upstreamSession;
  if (!signsOut || !upstreamSession) return undefined;
  const leaving = await sealIdToken(config, connection, account.id_token);
  // Statements of another connection at the same issuer must not end it.
  return { ...upstreamSession, issuer: `oidc ${key}`, leaving };
}

/** The claim by which a provider does not vouch for an address: one that calls it unverified has said enough. */
function findUnvouched(
  { issuer }: ConnectionData,
  profile: Profile,
  domain: string,
): "email_verified" | "hd" | undefined {
  const claim: unknown = profile.email_verified;
  // Without the claim, the proof of the domain is enough; `null` is not the lack of it.
  if (claim !== undefined && claim !== true && claim !== "true") return "email_verified";
  if (issuer.replace(/\/$/, "") !== GOOGLE) return undefined;
  const { hd } = profile;
  const isOwn = typeof hd === "string" && hd.length < 256 &&
    normalDomain(hd.toLowerCase()) === domain;
  return isOwn ? undefined : "hd";
}

/** The address of an identity: `null` for text that is none, `undefined` without one. */
export function addressOf({ user: { email } }: Identity): string | null | undefined {
  if (!email) return undefined;
  return email.length > 254 || findFault(email) !== undefined ? null : email;
}

/** The domain of an address. */
export function domainOf(address: string): string {
  return address.slice(address.lastIndexOf("@") + 1);
}

/** Tells the owners that the secret ends, once for each of the times. */
async function tellOfExpiry(
  call: ConnectionsCall,
  id: string,
  { secretExpires, toldDays, org, saml }: ConnectionData,
): Promise<void> {
  if (secretExpires === null) return;
  const days = Math.max(0, Math.ceil((secretExpires - nowMs()) / DAY_MS));
  const due = TOLD_DAYS.find((most) => days <= most);
  if (due === undefined || toldDays !== null && toldDays <= due) return;
  let isOurs = false;
  await connections.update(call.records, id, (known) => {
    const { toldDays: told, secretExpires: end } = known?.data ?? {};
    isOurs = known !== null && end === secretExpires && (told === null || told! > due);
    if (!isOurs) return undefined;
    return {
      userId: ownerOfOrg(org),
      expires: null,
      data: { ...known!.data, toldDays: due },
    };
  });
  const notice = saml ? "certificate-expires" : "secret-expires";
  if (isOurs) await notifyOwners(call, org, notice, { days: String(days) });
}

/** The provider that chooses a connection by the domain of the address that its form has. */
function chooser(): ResolvedProvider {
  const code: FlowCode<ResolvedOAuthProvider> = {
    flow: () => ({
      async start(ctx) {
        const led = await leadTo(ctx, ctx.request.body?.email);
        if (led) return led;
        throw ended("NoConnection", BY_ADDRESS, "no connection has the domain of the address");
      },
      finish: () => {
        throw new InvalidCheck("Cannot finish the sign-in attempt: it names no connection", {
          cause: { provider: BY_ADDRESS },
        });
      },
      finishMethods: [],
    }),
  };
  const written = {
    id: BY_ADDRESS,
    name: "SSO",
    type: "oidc" as const,
    issuer: NOWHERE,
    clientId: BY_ADDRESS,
    [capability]: code,
  };
  return resolveProvider(written as never, { providers: [] });
}

/** See the topic `address.typed`: an address leads to the provider of its domain. */
export async function leadByAddress(
  { ctx, address }: Questions["address.typed"]["asked"],
): Promise<ResponseInternal | undefined> {
  try {
    return await leadTo(ctx, address);
  } catch (error) {
    if (isStoreFailure(error)) throw error;
    // The provider of the organization is away: there may be another way to sign in.
    ctx.config.logger.error(error as Error);
    return undefined;
  }
}

/** Begins the sign-in at the provider of an address; without one, with the same look-ups. */
async function leadTo(ctx: Context, typed: unknown): Promise<ResponseInternal | undefined> {
  const call = makeConnectionsCall(ctx.config, ctx.request);
  const address = parsed(typed);
  const domain = address === undefined ? undefined : domainIn(domainOf(address));
  const holder = await domains.get(call.records, domain ?? NOBODY.domain);
  const owner = ownerOfOrg(holder?.data.org ?? NOBODY.org);
  const [found] = await connections.list(call.records, owner, { limit: 1 });
  const provider = found && await makeProvider(call, found.id, found.data);
  if (!provider) return undefined;
  const { request } = ctx;
  const query = { login_hint: address!, ...request.query };
  const asked = { ...request, providerId: provider.id, query };
  const { start } = await codeOf<ConnectionCode>(provider)!.flow();
  return await start!({ ...ctx, provider, request: asked }, provider);
}

function parsed(typed: unknown): string | undefined {
  try {
    return parseAddress(typed);
  } catch {
    return undefined;
  }
}

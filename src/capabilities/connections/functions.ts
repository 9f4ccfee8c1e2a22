/**
 * Connections of organizations, for apps. Each function takes the membership of the one who acts, which
 * `act` reads again.
 *
 * @module
 */

import { countSignInMethods } from "../../accounts/manage.ts";
import { randomBase64url } from "../../base/crypto/bytes.ts";
import { nowDate, nowMs } from "../../base/time.ts";
import { AuthError } from "../../errors.ts";
import { forgetServer, getKeys, getServer } from "../../flows/oauth/metadata.ts";
import { audit } from "../../hooks/audit.ts";
import { countUp, makeKey, newestSecret } from "../../limits/window.ts";
import { forgetCached } from "../../records/cached.ts";
import { withinQuota } from "../../records/quota.ts";
import { sealText } from "../../session/sealed_text.ts";
import type { ServerConfig } from "../../types/inference.ts";
import type { ResolvedOAuthProvider } from "../../types/resolved_provider.ts";
import { act, type Actor, actorFacts } from "../organizations/acting.ts";
import { organizations, type PolicyData } from "../organizations/kinds.ts";
import type { Membership } from "../organizations/membership.ts";
import type { Refusal } from "../organizations/refusal.ts";
import { isRoleToGive } from "./attributes.ts";
import { listIds } from "./connection_id.ts";
import { faultOfIssuer } from "./issuer_url.ts";
import { type ConnectionData, connections, ownerOfOrg, type SamlData } from "./kinds.ts";
import type { GroupRole } from "./options.ts";
import type { Protocol, SamlFacts } from "./protocol.ts";
import { makeProvider } from "./provider.ts";
import { refusal } from "./refusal.ts";
import { SECRET } from "./secret.ts";
import { type ConnectionsCall, isInDevelopment, withConnections } from "./settings.ts";
import type {
  Connection,
  ConnectionChanges,
  ConnectionRefusal,
  ConnectionTest,
  NewConnection,
  NewSamlConnection,
  ProviderLack,
  SamlChanges,
} from "./typed.ts";

/** Most tests of an organization per hour. */
const TESTS_PER_HOUR = 60;

/** Most entries of lists. */
const MOST = { roles: 100, tenants: 20 };

/** Issuers of Microsoft Entra ID that stand for many tenants. */
const MANY_TENANTS =
  /^https:\/\/login\.(?:microsoftonline\.com|microsoftonline\.us|partner\.microsoftonline\.cn)\/(?:common|organizations|consumers)\//;

/** Form of the id of a tenant. */
const TENANT = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const DONE = { ok: true } as const;

type Result<T> = ({ readonly ok: true } & T) | ConnectionRefusal;

const CHANGE = { role: "owner", freshProof: "all", delegable: true } as const;

export { createAdminLink, readAdminLink, revokeAdminLink } from "./admin_link_functions.ts";

/** See `ConnectionFunctions.create`. */
export async function create(
  config: ServerConfig,
  membership: Membership,
  written: NewConnection | NewSamlConnection,
): Promise<Result<{ readonly connection: Connection }>> {
  const what = "create a connection";
  return await act<Result<{ readonly connection: Connection }>>(config, membership, {
    ...{ what, ...CHANGE },
  }, async (actor) => {
    const { org, call: { records }, data: { slug } } = actor;
    if (isBeyondLink(actor, written)) return "forbidden";
    const call = withConnections(actor.call);
    const data: ConnectionData = {
      ...{ org, key: randomBase64url(24), createdAt: nowDate().toISOString(), toldDays: null },
      ...{
        issuer: "",
        clientId: "",
        sealed: null,
        secretExpires: null,
        tenants: null,
        roles: null,
      },
    };
    const { facts, protocol } = await readSaml(call, written, true);
    const next = await changed(call, data, { roles: null, tenants: null, ...written }, facts, true);
    const quota = {
      ...{ owner: ownerOfOrg(org), of: "connections", most: 1 },
      list: async () => (await connections.list(records, ownerOfOrg(org))).map(({ id }) => id),
    };
    const id = await withinQuota(records, quota, next.key, async () => {
      const id = await addConnection(call, slug, next);
      if ((await organizations.get(records, org))?.data.isEnding === false) return { id };
      await connections.take(records, id);
      return "not-member" as const;
    });
    if (id === "too-many") return refusal("connection-exists");
    if (id === "not-member") return id;
    await tell(actor, "connection.created");
    return { ...DONE, connection: toConnection(id.id, next, actor.data.policy, protocol) };
  });
}

/** SAML of an app that has it. */
async function protocolOf({ own: { saml } }: ConnectionsCall): Promise<Protocol | undefined> {
  return await saml?.load();
}

/** Reads the SAML of a change, before anything is written; nothing for OpenID Connect. */
async function readSaml(
  call: ConnectionsCall,
  written: NewConnection | NewSamlConnection | ConnectionChanges,
  isNew: boolean,
): Promise<{ facts?: SamlFacts; protocol?: Protocol | undefined }> {
  const saml: SamlChanges | undefined = "saml" in written ? written.saml : undefined;
  const kind = saml === undefined ? "oidc" : "saml";
  if (isNew && !call.own.kinds.includes(kind)) {
    throw bad(saml === undefined ? "issuer" : "saml", `the app does not offer "${kind}"`);
  }
  const protocol = await protocolOf(call);
  if (saml === undefined) return { protocol };
  if (!protocol) throw bad("saml", 'the app does not offer "saml"');
  if (typeof saml !== "object" || saml === null) throw bad("saml", "it is not an object");
  return { facts: await protocol.read(call, saml, isNew), protocol };
}

/** Returns `true` for what an admin link does not change: who must use the connection, and as what. */
function isBeyondLink(
  { via }: Actor,
  { roles, required }: Pick<ConnectionChanges, "required" | "roles">,
): boolean {
  return via !== undefined && (roles !== undefined || required !== undefined);
}

/** Writes a connection under the first id that is free. */
async function addConnection(
  call: ConnectionsCall,
  slug: string,
  data: ConnectionData,
): Promise<string> {
  const { org } = data;
  for await (const id of listIds(call, org, slug)) {
    const value = { userId: ownerOfOrg(org), expires: null, data };
    if (await connections.add(call.records, id, value)) return id;
  }
  throw new AuthError("Cannot create a connection: no id was free");
}

/** See `ConnectionFunctions.list`. */
export async function list(
  config: ServerConfig,
  membership: Membership,
): Promise<Result<{ readonly connections: readonly Connection[] }>> {
  return await act<Result<{ readonly connections: readonly Connection[] }>>(config, membership, {
    what: "list the connections",
    role: "owner",
    isRead: true,
    delegable: true,
  }, async ({ org, call, data: { policy } }) => {
    const found = await connections.list(call.records, ownerOfOrg(org));
    const hasSaml = found.some(({ data }) => data.saml);
    const protocol = hasSaml ? await protocolOf(withConnections(call)) : undefined;
    return {
      ...DONE,
      connections: found.map(({ id, data }) => toConnection(id, data, policy, protocol)),
    };
  });
}

/** See `ConnectionFunctions.update`. */
export async function update(
  config: ServerConfig,
  membership: Membership,
  id: string,
  changes: ConnectionChanges,
): Promise<Result<{ readonly connection: Connection }>> {
  const what = "change a connection";
  return await act<Result<{ readonly connection: Connection }> | Refusal>(config, membership, {
    ...{ what, ...CHANGE },
  }, async (actor) => {
    const { org, call: { records } } = actor;
    const call = withConnections(actor.call);
    const known = await own(actor, id);
    if (!known) return refusal("unknown");
    if (isBeyondLink(actor, changes)) return "forbidden";
    const { required, ...rest } = changes;
    const isOfSaml = known.saml !== undefined;
    if (rest.saml !== undefined && !isOfSaml || isOfSaml && isOfOidc(rest)) {
      throw bad(
        isOfSaml ? "issuer" : "saml",
        "the connection has another protocol; remove it, and create one",
      );
    }
    const { facts, protocol } = await readSaml(call, rest, false);
    const isOther = isAnother(actor, known, rest, facts);
    if (required === true) {
      // Who has not come through the connection does not know that it works.
      if (actor.userId === null || isOther) return "forbidden";
      const breach = await actor.findBreach({ providers: [id] });
      if (breach) return breach;
      if (!await hasOtherWay(actor)) return refusal("no-other-way");
    }
    let written: ConnectionData | undefined;
    await connections.update(records, id, async (found) => {
      written = undefined;
      // One that has another issuer since is not the one that was meant.
      if (found?.data.org !== org || found.data.key !== known.key) return undefined;
      written = await changed(
        call,
        found.data,
        rest,
        facts,
        isAnother(actor, found.data, rest, facts),
      );
      return { userId: ownerOfOrg(org), expires: null, data: written };
    });
    if (!written) return refusal("unknown");
    const policy = isOther || required !== undefined
      ? await require(actor, id, required === true)
      : actor.data.policy;
    if (required === true && !await own(actor, id)) {
      await require(actor, id, false);
      return refusal("unknown");
    }
    await tell(actor, "connection.updated");
    return {
      ...DONE,
      connection: toConnection(id, written, policy, protocol ?? await protocolOf(call)),
    };
  }) as Result<{ readonly connection: Connection }>;
}

function isOfOidc(
  { issuer, clientId, clientSecret, secretExpires, tenants }: ConnectionChanges,
): boolean {
  return [issuer, clientId, clientSecret, secretExpires, tenants].some((one) => one !== undefined);
}

/**
 * Returns `true` for a change that makes another connection of it: nobody is known there from before. A
 * certificate that a link adds is one, since its holder could say to be anybody who is known.
 */
function isAnother(
  { via }: Actor,
  known: ConnectionData,
  { issuer }: ConnectionChanges,
  facts: SamlFacts | undefined,
): boolean {
  const next = facts?.issuer ?? issuer;
  if (next !== undefined && next !== known.issuer) return true;
  const isKnown = (one: string) => known.saml?.certificates.includes(one);
  return via !== undefined && facts?.saml.certificates?.every(isKnown) === false;
}

/** Returns `true` when an owner can sign in without the connection, also once it has failed. */
async function hasOtherWay({ call: { config }, data: { owners } }: Actor): Promise<boolean> {
  for (const owner of owners) if (await countSignInMethods(config, owner) > 0) return true;
  return false;
}

/** Demands the connection of members, or does so no more; returns the policy as it is then. */
async function require(
  { org, call: { records } }: Actor,
  id: string,
  isRequired: boolean,
): Promise<PolicyData> {
  let policy: PolicyData = {};
  await organizations.update(records, org, (known) => {
    policy = known?.data.policy ?? {};
    if (!known || known.data.isEnding || isDemanded(policy, id) === isRequired) return undefined;
    const { memberProviders: before, ...others } = policy;
    const left = Array.isArray(before) ? before.filter((one) => one !== id) : [];
    const list = isRequired ? [id] : left;
    policy = list.length > 0 ? { ...others, memberProviders: list } : others;
    return { expires: null, data: { ...known.data, policy } };
  });
  forgetCached(records, org);
  return policy;
}

function isDemanded({ memberProviders }: PolicyData, id: string): boolean {
  return Array.isArray(memberProviders) && memberProviders.includes(id);
}

/** See `ConnectionFunctions.remove`. */
export async function remove(
  config: ServerConfig,
  membership: Membership,
  id: string,
): Promise<Result<unknown>> {
  const what = "remove a connection";
  return await act<typeof DONE | ConnectionRefusal>(config, membership, {
    ...{ what, ...CHANGE },
  }, async (actor) => {
    if (!await own(actor, id)) return refusal("unknown");
    // First: nobody must be led to what is gone.
    await require(actor, id, false);
    if (!await connections.take(actor.call.records, id)) return refusal("unknown");
    // A change at the same time may have demanded it; one that comes later finds it gone.
    await require(actor, id, false);
    await tell(actor, "connection.removed");
    return DONE;
  });
}

/** See `ConnectionFunctions.test`. */
export async function test(
  config: ServerConfig,
  membership: Membership,
  id: string,
): Promise<ConnectionTest | ConnectionRefusal> {
  return await act<ConnectionTest | ConnectionRefusal>(config, membership, {
    what: "test a connection",
    role: "owner",
    delegable: true,
  }, async (actor) => {
    const { org, call: { config } } = actor;
    const known = await own(actor, id);
    const call = withConnections(actor.call);
    const provider = known && await makeProvider(call, id, known);
    if (!provider) return refusal("unknown");
    const hour = await makeKey(newestSecret(config), "tests of connections", org);
    if ((await countUp(config, hour, TESTS_PER_HOUR)).isFull) return "too-many";
    if (!known.saml) return await findLack(provider) ?? DONE;
    const lack = await (await protocolOf(call))?.findLack(call, known);
    return lack ? { ok: false, reason: "provider-failed", ...lack } : DONE;
  });
}

/** What a provider lacks; `undefined` for one that has all. */
async function findLack(
  provider: ResolvedOAuthProvider,
): Promise<Extract<ConnectionTest, { reason: "provider-failed" }> | undefined> {
  const failed = { ok: false, reason: "provider-failed" } as const;
  let lacks: ProviderLack = "discovery";
  forgetServer(provider);
  try {
    const server = await getServer(provider, "authorization", "token", "keys");
    for (const name of ENDPOINTS) {
      if (!server[name]) {
        return { ...failed, lacks: name, message: `The discovery document lacks ${name}` };
      }
    }
    lacks = "keys";
    await getKeys(provider, server.jwks_uri!, () => true);
  } catch (error) {
    return { ...failed, lacks, message: sentenceOf(error as Error) };
  }
}

/** What a discovery document must have. */
const ENDPOINTS = ["authorization_endpoint", "token_endpoint", "jwks_uri"] as const;

/** What an error says, without the advice for developers that follows it. */
function sentenceOf({ message, cause }: Error): string {
  const [own] = message.slice(0, 1000).split(/; |: (?=set |if that )/);
  const inner = cause instanceof Error ? ` (${cause.message})` : "";
  return `${own}${inner}`.slice(0, 500);
}

/** A connection of the organization; `undefined` for all others. */
async function own(
  { org, call: { records } }: Actor,
  id: string,
): Promise<ConnectionData | undefined> {
  const text = String(id);
  const found = text !== "" && text.length <= 100 ? await connections.get(records, text) : null;
  return found?.data.org === org ? found.data : undefined;
}

function toConnection(
  id: string,
  data: ConnectionData,
  policy: PolicyData,
  protocol: Protocol | undefined,
): Connection {
  const { issuer, clientId, secretExpires, tenants, roles, createdAt, saml } = data;
  return {
    kind: saml ? "saml" : "oidc",
    ...{ id, issuer, clientId, tenants, roles },
    saml: saml ? { ...saml, certificates: protocol?.describe(saml) ?? [] } : null,
    secretExpires: secretExpires === null ? null : new Date(secretExpires),
    isRequired: isDemanded(policy, id),
    createdAt: new Date(createdAt),
  };
}

/**
 * The members of a connection that change.
 *
 * @throws {AuthError} for a value that cannot be used
 */
async function changed(
  call: ConnectionsCall,
  known: ConnectionData,
  changes: ConnectionChanges,
  facts: SamlFacts | undefined,
  isOther: boolean,
): Promise<ConnectionData> {
  const { issuer, clientId, clientSecret, secretExpires, tenants, roles } = changes;
  const next = { ...known };
  const isNew = known.issuer === "";
  // A person who was known at the previous issuer is nobody at this one.
  if (isOther) next.key = randomBase64url(24);
  if (roles !== undefined) next.roles = requireRoles(call, roles);
  if (facts) return withSaml(next, facts);
  if (known.saml) return next;
  if (isNew || issuer !== undefined) {
    const fault = faultOfIssuer(issuer, isInDevelopment(call.config));
    if (fault !== undefined) throw bad("issuer", fault);
    next.issuer = issuer!;
  }
  if (isNew || clientId !== undefined) next.clientId = requireText("clientId", clientId, 255);
  if (clientSecret !== undefined) {
    const value = requireText("clientSecret", clientSecret, 2000);
    next.sealed = await sealText(call.config.jwt.secret, SECRET, { value }, next.key);
  } else if (next.key !== known.key) {
    // The secret of the issuer before must not be sent to another one.
    next.sealed = null;
  }
  if (secretExpires !== undefined) {
    next.secretExpires = requireTime(secretExpires);
    next.toldDays = null;
  }
  if (tenants !== undefined) next.tenants = requireTenants(tenants);
  if (MANY_TENANTS.test(next.issuer) && next.tenants === null) {
    throw bad(
      "tenants",
      "the issuer stands for many tenants; name those that count, or use the issuer of one tenant",
    );
  }
  return next;
}

/** What a connection by SAML has where nobody has written anything. */
const SAML_DEFAULTS: SamlData = {
  ...{ ssoUrl: "", certificates: [], metadataUrl: null, subject: null, email: null, groups: null },
  ...{ takesSignedResponse: false, startsAtProvider: false },
};

function withSaml(known: ConnectionData, { issuer, saml, until }: SamlFacts): ConnectionData {
  return {
    ...known,
    issuer: issuer ?? known.issuer,
    saml: { ...SAML_DEFAULTS, ...known.saml, ...saml },
    ...until === undefined ? {} : { secretExpires: until, toldDays: null },
  };
}

function requireText(name: string, value: unknown, most: number): string {
  const isText = typeof value === "string" && value.length > 0 && value.length <= most &&
    // Controls would break the header that carries it.
    !/\p{Cc}/u.test(value);
  if (isText) return value;
  throw bad(name, `it is not a text of 1 to ${most} characters`);
}

function requireTime(value: unknown): number | null {
  if (value === null) return null;
  const time = (value as Date)?.valueOf?.();
  if (typeof time === "number" && time > nowMs()) return time;
  throw bad("secretExpires", "it is not a time to come");
}

function requireTenants(value: unknown): readonly string[] | null {
  if (value === null) return null;
  const isList = Array.isArray(value) && value.length > 0 && value.length <= MOST.tenants &&
    value.every((one) =>
      typeof one === "string" && one.length === 36 && TENANT.test(one.toLowerCase())
    );
  if (!isList) throw bad("tenants", `it is not a list of 1 to ${MOST.tenants} ids of tenants`);
  return value.map((one: string) => one.toLowerCase());
}

function requireRoles(call: ConnectionsCall, value: unknown): readonly GroupRole[] | null {
  if (value === null) return null;
  const isList = Array.isArray(value) && value.length <= MOST.roles &&
    value.every((one) =>
      typeof one?.group === "string" && one.group.length > 0 && one.group.length <= 200 &&
      isRoleToGive(call, one.role)
    );
  if (!isList) {
    throw bad(
      "roles",
      `it is not a list of at most ${MOST.roles} \`{ group, role }\`, with roles of ` +
        "`defineAccess` other than the owner's",
    );
  }
  return value.map(({ group, role }: GroupRole) => ({ group, role }));
}

function bad(field: string, message: string): AuthError {
  return new AuthError(`Cannot use \`${field}\` of the connection: ${message}`, {
    cause: { field },
  });
}

async function tell(
  actor: Actor,
  name: "connection.created" | "connection.removed" | "connection.updated",
): Promise<void> {
  await audit(actor.call, { name, organization: actor.org, ...actorFacts(actor) });
}

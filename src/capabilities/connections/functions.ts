/**
 * Connections of organizations, for apps. Each function takes the membership of the one who acts, which
 * `act` reads again.
 *
 * @module
 */

import { countSignInMethods } from "../../accounts/manage.ts";
import { randomBase64url } from "../../base/crypto/bytes.ts";
import { nowDate } from "../../base/time.ts";
import { AuthError } from "../../errors.ts";
import { forgetServer, getKeys, getServer } from "../../flows/oauth/metadata.ts";
import { audit } from "../../hooks/audit.ts";
import { forgetCached } from "../../records/cached.ts";
import { withinQuota } from "../../records/quota.ts";
import type { ServerConfig } from "../../types/inference.ts";
import type { ResolvedOAuthProvider } from "../../types/resolved_provider.ts";
import { act, type Actor, actorFacts } from "../organizations/actor.ts";
import { organizations, type PolicyData } from "../organizations/kinds.ts";
import type { Membership } from "../organizations/membership.ts";
import type { Refusal } from "../organizations/refusal.ts";
import { listIds } from "./connection_id.ts";
import { type ConnectionData, connections, ownerOfOrg } from "./kinds.ts";
import { CHANGE, findOwn, isBusy, isBusyByLink } from "./owned.ts";
import { makeProvider } from "./provider.ts";
import { refusal, sentenceOf } from "./refusal.ts";
import { tellOfLink } from "./notices.ts";
import { type ConnectionsCall, withConnections } from "./settings.ts";
import type {
  Connection,
  ConnectionChanges,
  ConnectionRefusal,
  ConnectionTest,
  NewConnection,
  NewSamlConnection,
  ProviderLack,
} from "./typed.ts";
import {
  bad,
  changed,
  isAnother,
  isDecidedByOwners,
  isDemanded,
  isOfOidc,
  protocolOf,
  readSaml,
  toConnection,
} from "./values.ts";

/** Most connections of an organization. */
const MOST = 1;

const DONE = { ok: true } as const;

type Result<T> = ({ readonly ok: true } & T) | ConnectionRefusal;

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
    const listed = async () =>
      (await connections.list(records, ownerOfOrg(org))).map(({ id }) => id);
    // Before anything is asked of a provider.
    if ((await listed()).length >= MOST) return refusal("connection-exists");
    if (await isBusyByLink(actor) || await isBusyWith(actor, written)) return "too-many";
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
      ...{ owner: ownerOfOrg(org), of: "connections", most: MOST },
      list: listed,
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
    await tellOfLink(actor, undefined, next);
    return { ...DONE, connection: toConnection(id.id, next, actor.data.policy, protocol) };
  });
}

/**
 * Returns `true` for what an admin link does not change: who must use the connection, and as what. Of a
 * connection that is there, the attribute with the groups is part of that.
 */
function isBeyondLink(
  { via }: Actor,
  changes: Pick<ConnectionChanges, "required" | "roles" | "saml">,
  known?: ConnectionData,
): boolean {
  if (via === undefined) return false;
  const { roles, required, saml } = changes;
  const groups = known && saml?.groups;
  return roles !== undefined || required !== undefined ||
    groups !== undefined && groups !== known?.saml?.groups;
}

/** Counts a change that reads metadata; returns `true` when it was too much for this hour. */
async function isBusyWith(
  actor: Actor,
  { saml }: ConnectionChanges | NewSamlConnection,
): Promise<boolean> {
  return typeof saml?.metadataUrl === "string" && await isBusy(actor);
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
    const known = await findOwn(actor, id);
    if (!known) return refusal("unknown");
    if (isBeyondLink(actor, changes, known)) return "forbidden";
    const { required, ...rest } = changes;
    const isOfSaml = known.saml !== undefined;
    if (rest.saml !== undefined && !isOfSaml || isOfSaml && isOfOidc(rest)) {
      throw bad(
        isOfSaml ? "issuer" : "saml",
        "the connection has another protocol; remove it, and create one",
      );
    }
    if (await isBusyByLink(actor) || await isBusyWith(actor, rest)) return "too-many";
    const { facts, protocol } = await readSaml(call, rest, false);
    const isOther = isAnother(actor, known, rest, facts);
    if (required === true) {
      // Who has not come through the connection does not know that it works.
      if (actor.userId === null || isOther) return "forbidden";
      const breach = await actor.findBreach({ providers: [id] });
      if (breach) return breach;
      if (!await hasOtherWay(actor)) return refusal("no-other-way");
    }
    let before: ConnectionData | undefined;
    let written: ConnectionData | undefined;
    let isBeyond = false;
    await connections.update(records, id, async (found) => {
      written = undefined;
      // One that has another issuer since is not the one that was meant.
      if (found?.data.org !== org || found.data.key !== known.key) return undefined;
      isBeyond = isBeyondLink(actor, rest, found.data);
      if (isBeyond) return undefined;
      before = found.data;
      written = await changed(
        call,
        found.data,
        rest,
        facts,
        isAnother(actor, found.data, rest, facts),
      );
      return { userId: ownerOfOrg(org), expires: null, data: written };
    });
    if (isBeyond) return "forbidden";
    if (!written) return refusal("unknown");
    const policy = isOther || required !== undefined
      ? await require(actor, id, required === true)
      : actor.data.policy;
    if (required === true && !await findOwn(actor, id)) {
      await require(actor, id, false);
      return refusal("unknown");
    }
    await tell(actor, "connection.updated");
    await tellOfLink(actor, before, written);
    return {
      ...DONE,
      connection: toConnection(id, written, policy, protocol ?? await protocolOf(call)),
    };
  }) as Result<{ readonly connection: Connection }>;
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
    const known = await findOwn(actor, id);
    if (!known) return refusal("unknown");
    const isOfOwners = isDecidedByOwners(known, isDemanded(actor.data.policy, id));
    if (actor.via !== undefined && isOfOwners) return "forbidden";
    if (await isBusyByLink(actor)) return "too-many";
    // First: nobody must be led to what is gone.
    await require(actor, id, false);
    if (!await connections.take(actor.call.records, id)) return refusal("unknown");
    // A change at the same time may have demanded it; one that comes later finds it gone.
    await require(actor, id, false);
    await tell(actor, "connection.removed");
    await tellOfLink(actor, known, undefined);
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
    const known = await findOwn(actor, id);
    const call = withConnections(actor.call);
    const provider = known && await makeProvider(call, id, known);
    if (!provider) return refusal("unknown");
    if (await isBusy(actor)) return "too-many";
    if (!known.saml) return await findLack(provider, known) ?? DONE;
    const lack = await (await protocolOf(call))?.findLack(call, known);
    return lack ? { ok: false, reason: "provider-failed", ...lack } : DONE;
  });
}

/** What a provider lacks; `undefined` for one that has all. */
async function findLack(
  provider: ResolvedOAuthProvider,
  { signsOut }: ConnectionData,
): Promise<Extract<ConnectionTest, { reason: "provider-failed" }> | undefined> {
  const failed = { ok: false, reason: "provider-failed" } as const;
  let lacks: ProviderLack = "discovery";
  const needed = signsOut ? [...ENDPOINTS, "end_session_endpoint"] as const : ENDPOINTS;
  forgetServer(provider);
  try {
    const server = await getServer(provider, "authorization", "token", "keys");
    for (const name of needed) {
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

async function tell(
  actor: Actor,
  name: "connection.created" | "connection.removed" | "connection.updated",
): Promise<void> {
  await audit(actor.call, { name, organization: actor.org, ...actorFacts(actor) });
}

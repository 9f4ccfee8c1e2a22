/**
 * Clients in the store, for apps.
 *
 * @module
 */

import { checkDemands, type Rules } from "../../base/demands.ts";
import { randomBase64url } from "../../base/crypto/bytes.ts";
import { lazy } from "../../base/lazy.ts";
import { nowDate, nowMs } from "../../base/time.ts";
import { AuthError } from "../../errors.ts";
import { forgetCached } from "../../records/cached.ts";
import type { FoundRecord } from "../../records/kind.ts";
import { orgIn, ownerOfApp, ownerOfOrg } from "../../records/owner.ts";
import { withinQuota } from "../../records/quota.ts";
import { retryOnce } from "../../records/retry_once.ts";
import { requireStore } from "../../server/environment.ts";
import type { ServerConfig } from "../../types/inference.ts";
import { faultOfClient } from "./check_client.ts";
import { toStoredKeys } from "./client_keys.ts";
import { LINK_NAMES, linksIn, withLinks } from "./client_links.ts";
import { DEFAULT_GRANTS, groupOf, hashOfSecret, overlapOf, REGISTERED } from "./clients.ts";
import { type ClientData, clients } from "./kinds.ts";
import type { OAuthClientOptions } from "./options.ts";
import { type OAuthConfig, settingsIn } from "./settings.ts";
import type {
  ListClientsOptions,
  OAuthClient,
  OAuthClientChanges,
  OAuthClientPage,
  OAuthFunctions,
  RegisteredClient,
} from "./typed.ts";

const ofOrganizations = lazy(() => import("./organization_client.ts"));

/** Owner of the clients of the app itself. */
const OWN = ownerOfApp("oauth-clients");

/** Clients that are listed at once. */
const LIMIT = { default: 50, most: 100 };

/** Most characters of the id of an organization: it is in the owner of a record. */
const MAX_ORGANIZATION = 256;

/** Most seconds for which a secret counts beside its successor: 30 days. */
const MOST_OVERLAP = 30 * 24 * 60 * 60;

const LIST_RULES: Rules<keyof ListClientsOptions> = {
  organization: "text",
  after: "free",
  limit: "free",
};

/** Members of a change, and whether `null` takes each away. */
const CHANGES: Readonly<Record<keyof OAuthClientChanges, "optional" | "required">> = {
  name: "required",
  redirectUris: "required",
  postLogoutRedirectUris: "required",
  grants: "required",
  isFirstParty: "required",
  idTokenAlgorithm: "required",
  jwks: "required",
  jwksUri: "required",
  clientUri: "optional",
  logoUri: "optional",
  tosUri: "optional",
  policyUri: "optional",
  backchannelLogoutUri: "optional",
  scopes: "optional",
  resources: "optional",
  exchangesTo: "optional",
  pkce: "optional",
  profile: "optional",
  service: "optional",
};

/** See `OAuthFunctions.registerClient`. */
export async function registerClient(
  config: ServerConfig,
  options: Parameters<OAuthFunctions["registerClient"]>[0],
): Promise<RegisteredClient> {
  const resolved = requireStore(config) as OAuthConfig;
  const { hasSecret = false, organization, ...client } = options;
  const fail = failure("register the client");
  if ("secret" in client) throw fail("secret", "it is made by `hasSecret: true`");
  refuseOfConfig(client, fail);
  if (client.name === undefined) throw fail("name", "it is missing");
  // One that is there without a value must not become a client of the app.
  if ("organization" in options && !isOrganizationId(organization)) {
    throw fail("organization", "it is not the id of an organization");
  }
  await check(resolved, client, { hasSecret, organization, fail });
  const id = randomBase64url(16);
  const secret = hasSecret ? randomBase64url(32) : undefined;
  const hash = secret === undefined ? null : await hashOfSecret(secret);
  const createdAt = nowDate().toISOString();
  const data = toData(withAlgorithm(resolved, client), { hash, createdAt });
  if (organization === undefined) {
    await clients.add(resolved.records, id, { userId: OWN, expires: null, data });
  } else await addOfOrganization(config, organization, id, data);
  return { id, ...secret === undefined ? {} : { secret } };
}

/**
 * Writes a client of an organization, which owns the record: one write makes it, and the end of the
 * organization removes it.
 */
async function addOfOrganization(
  config: ServerConfig,
  organization: string,
  id: string,
  data: ClientData,
): Promise<void> {
  const { records } = requireStore(config) as OAuthConfig;
  const { nameOfOrganization, quotaOfClients, requireOrganizations, MOST_CLIENTS } =
    await ofOrganizations();
  requireOrganizations(config);
  const isThere = async () => await nameOfOrganization({ records }, organization) !== undefined;
  const written = await isThere() &&
    await withinQuota(records, quotaOfClients(records, organization), id, async () => {
      await clients.add(records, id, { userId: ownerOfOrg(organization), expires: null, data });
      // The organization may have ended meanwhile, with what it owned.
      if (await isThere()) return true;
      await retryOnce(() => clients.take(records, id));
      return false;
    });
  if (written === "too-many") {
    throw new AuthError(
      `Cannot register the client: the organization has ${MOST_CLIENTS} clients; remove one`,
      { cause: { reason: "too-many" } },
    );
  }
  if (!written) {
    throw new AuthError("Cannot register the client: there is no such organization", {
      cause: { reason: "unknown" },
    });
  }
}

/** See `OAuthFunctions.removeClient`. */
export async function removeClient(config: ServerConfig, clientId: string): Promise<boolean> {
  const { records } = requireStore(config) as OAuthConfig;
  if (!isId(clientId)) return false;
  const owner = (await clients.get(records, clientId))?.owner;
  const taken = await retryOnce(() => clients.take(records, clientId));
  forgetCached(records, groupOf({ id: clientId, owner }));
  return taken !== null;
}

/** See `OAuthFunctions.listClients`. */
export async function listClients(
  config: ServerConfig,
  options: ListClientsOptions = {},
): Promise<OAuthClientPage> {
  checkDemands("list clients", options, LIST_RULES);
  const { organization, after, limit = LIMIT.default } = options;
  if (!Number.isInteger(limit) || limit < 1 || limit > LIMIT.most) {
    throw new RangeError(`Cannot list clients: \`limit\` is not a number from 1 to ${LIMIT.most}`);
  }
  if (after !== undefined && !isId(after)) {
    throw new RangeError("Cannot list clients: `after` is not the `next` of a page");
  }
  if (organization !== undefined && !isOrganizationId(organization)) {
    throw new RangeError("Cannot list clients: `organization` is not the id of an organization");
  }
  const { records } = requireStore(config) as OAuthConfig;
  const owner = organization === undefined ? OWN : ownerOfOrg(organization);
  const found = await clients.list(records, owner, { after, limit });
  return {
    clients: found.map(toClient),
    ...found.length < limit ? {} : { next: found.at(-1)!.id },
  };
}

/** See `OAuthFunctions.getClient`. */
export async function getClient(
  config: ServerConfig,
  clientId: string,
): Promise<OAuthClient | null> {
  const { records } = requireStore(config) as OAuthConfig;
  const found = isId(clientId) ? await clients.get(records, clientId) : null;
  return found && toClient(found);
}

/** See `OAuthFunctions.updateClient`. */
export async function updateClient(
  config: ServerConfig,
  clientId: string,
  changes: OAuthClientChanges,
): Promise<OAuthClient | null> {
  const resolved = requireStore(config) as OAuthConfig;
  const { records } = resolved;
  const fail = failure("change the client");
  const given = changesIn(changes, fail);
  const written = await change(records, clientId, async (known) => {
    const { data } = known;
    const merged = merge(optionsOf(data), given);
    // What is stored was the default of then; only what is given now can be wrong.
    const next = given.idTokenAlgorithm === undefined ? withAlgorithm(resolved, merged) : merged;
    const hasKeys = next.jwks !== undefined || next.jwksUri !== undefined;
    const hasSecret = data.method === "secret" && !hasKeys;
    await check(resolved, next, { hasSecret, organization: orgIn(known.owner), fail });
    const { hash, previousHash, previousUntil, createdAt } = data;
    const secrets = hasSecret ? { hash, previousHash, previousUntil } : { hash: null };
    return toData(next, { ...secrets, createdAt });
  });
  return written && toClient(written);
}

/** See `OAuthFunctions.rotateClientSecret`. */
export async function rotateClientSecret(
  config: ServerConfig,
  clientId: string,
  options: Parameters<OAuthFunctions["rotateClientSecret"]>[1] = {},
): Promise<Required<RegisteredClient> | null> {
  checkDemands("rotate the secret of the client", options, { overlap: "value" });
  const { overlap = 0 } = options;
  if (!(typeof overlap === "number" && overlap >= 0 && overlap <= MOST_OVERLAP)) {
    throw new RangeError(
      `Cannot rotate the secret of the client: \`overlap\` is not a number of seconds from 0 to ` +
        MOST_OVERLAP,
    );
  }
  const { records } = requireStore(config) as OAuthConfig;
  const secret = randomBase64url(32);
  const hash = await hashOfSecret(secret);
  let before: string | null | undefined;
  const written = await change(records, clientId, ({ data }) => {
    const { previousHash: _, previousUntil: _until, ...rest } = data;
    if (rest.method !== "secret") {
      throw new TypeError("Cannot rotate the secret of the client: it has none");
    }
    // Of calls at once, one rotates: the secret of another would end as soon as it is shown.
    before ??= rest.hash;
    if (before !== rest.hash) {
      throw new AuthError(
        "Cannot rotate the secret of the client: another call has just rotated it; call again",
        { cause: { reason: "rotated" } },
      );
    }
    const overlaps = overlap > 0 && rest.hash !== null;
    return {
      ...rest,
      hash,
      ...overlaps ? { previousHash: rest.hash!, previousUntil: nowMs() + overlap * 1000 } : {},
    };
  });
  return written && { id: clientId, secret };
}

/**
 * Changes a client that the app has registered, by compare-and-set. One of an earlier version gets its
 * owner, so that it is listed from then on.
 *
 * @returns `null` when there is none; what a client that registered itself says is its own
 */
async function change(
  records: OAuthConfig["records"],
  id: string,
  next: (known: FoundRecord<ClientData>) => ClientData | Promise<ClientData>,
): Promise<Pick<FoundRecord<ClientData>, "data" | "id" | "owner"> | null> {
  if (!isId(id)) return null;
  const written = await clients.update(records, id, async (known) => {
    if (!known || known.data.isStranger) return undefined;
    return { userId: known.owner ?? OWN, expires: known.expires, data: await next(known) };
  });
  if (!written) return null;
  const changed = { id, owner: written.userId, data: written.data };
  forgetCached(records, groupOf(changed));
  return changed;
}

/** Throws a sentence for a member that cannot be used. */
type Fail = (member: string, message: string) => TypeError;

function failure(what: string): Fail {
  return (member, message) => {
    const about = member === "" ? "the client" : `\`${member}\` of the client`;
    return new TypeError(`Cannot ${what}: ${about} cannot be used: ${message}`, {
      cause: { field: member },
    });
  };
}

/** Checks a client as a whole. */
async function check(
  config: OAuthConfig,
  client: OAuthClientOptions,
  { hasSecret, organization, fail }: {
    readonly hasSecret: boolean;
    readonly organization: string | undefined;
    readonly fail: Fail;
  },
): Promise<void> {
  const settings = settingsIn(config);
  const fault = faultOfClient(client, settings, { hasSecret }) ??
    (organization === undefined
      ? undefined
      : (await ofOrganizations()).faultOfOrganizationClient(client, settings));
  if (fault) throw fail(fault.member, fault.message);
}

function refuseOfConfig(client: object, fail: Fail): void {
  for (const member of ["responseTypes", "introspects", "offlineAccess", "assertsTo"]) {
    if (member in client) throw fail(member, "only clients of the config have it");
  }
}

/** The members of a change that have a value. */
function changesIn(changes: OAuthClientChanges, fail: Fail): OAuthClientChanges {
  refuseOfConfig(changes, fail);
  for (const member of Object.keys(changes)) {
    if (!Object.hasOwn(CHANGES, member)) {
      throw fail(member, "it cannot be changed; a secret is changed by `rotateClientSecret`");
    }
  }
  const names = Object.keys(CHANGES) as (keyof OAuthClientChanges)[];
  const taken = names.find((name) => changes[name] === null && CHANGES[name] === "required");
  if (taken !== undefined) throw fail(taken, "it cannot be taken away");
  return Object.fromEntries(
    names.filter((name) => changes[name] !== undefined).map((name) => [name, changes[name]]),
  );
}

/** A client with a change: `null` takes a member away, and keys replace keys. */
function merge(known: OAuthClientOptions, given: OAuthClientChanges): OAuthClientOptions {
  const { jwks: _, jwksUri: _uri, ...rest } = known;
  const hasNewKeys = given.jwks !== undefined || given.jwksUri !== undefined;
  const all = { ...hasNewKeys ? rest : known, ...given };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null));
}

/** A client of the profile has the one algorithm that it allows, where none is given. */
function withAlgorithm(config: OAuthConfig, client: OAuthClientOptions): OAuthClientOptions {
  const isFapi2 = client.profile !== undefined || settingsIn(config).isFapi2;
  return isFapi2 ? { ...client, idTokenAlgorithm: "ES256" } : client;
}

/** The options that a stored client would be registered with again. */
function optionsOf(data: ClientData): OAuthClientOptions {
  const { name, links = {}, isFirstParty, redirectUris, postLogoutRedirectUris } = data;
  const { backchannelLogoutUri, jwks, jwksUri, grants, scopes, resources, exchangesTo } = data;
  const { pkce, profile, idTokenAlgorithm, service } = data;
  return {
    ...{ name, ...links, isFirstParty, redirectUris, postLogoutRedirectUris },
    ...{ backchannelLogoutUri, grants, exchangesTo, pkce, profile, idTokenAlgorithm },
    // The types of Web Crypto have lists that can be changed.
    jwks: jwks as { readonly keys: readonly JsonWebKey[] } | null ?? undefined,
    jwksUri: jwksUri ?? undefined,
    scopes: scopes === "all" ? undefined : scopes,
    resources: resources === "all" ? undefined : resources,
    service: service ?? undefined,
  };
}

/** The record of a client whose options were checked. */
function toData(
  client: OAuthClientOptions,
  { hash, previousHash, previousUntil, createdAt }: Pick<
    ClientData,
    "createdAt" | "hash" | "previousHash" | "previousUntil"
  >,
): ClientData {
  const { jwks, jwksUri, grants = DEFAULT_GRANTS } = client;
  return {
    // The check demands one.
    name: client.name!,
    ...withLinks(linksIn({ ...client }, 0)),
    isStranger: false,
    isFirstParty: client.isFirstParty === true,
    redirectUris: client.redirectUris ?? [],
    postLogoutRedirectUris: client.postLogoutRedirectUris ?? [],
    ...client.backchannelLogoutUri === undefined
      ? {}
      : { backchannelLogoutUri: client.backchannelLogoutUri },
    method: jwks || jwksUri ? "private_key_jwt" : hash === null ? "none" : "secret",
    hash,
    ...previousHash === undefined || previousUntil === undefined
      ? {}
      : { previousHash, previousUntil },
    jwks: jwks ? toStoredKeys(jwks) : null,
    jwksUri: jwksUri ?? null,
    grants,
    scopes: client.scopes ?? "all",
    resources: client.resources ?? "all",
    ...client.exchangesTo ? { exchangesTo: client.exchangesTo } : {},
    ...client.pkce === "nonce" ? { pkce: client.pkce } : {},
    ...client.profile === undefined ? {} : { profile: client.profile },
    idTokenAlgorithm: client.idTokenAlgorithm ?? "RS256",
    service: client.service ?? null,
    createdAt,
  };
}

/** A client as apps see it, without hashes. */
function toClient(
  { id, owner, data }: Pick<FoundRecord<ClientData>, "data" | "id" | "owner">,
): OAuthClient {
  const until = overlapOf(data);
  const { jwks, jwksUri } = data;
  return {
    id,
    name: data.name,
    organization: orgIn(owner) ?? null,
    isSelfRegistered: data.isStranger,
    isFirstParty: data.isFirstParty,
    method: data.method,
    ...Object.fromEntries(
      LINK_NAMES.flatMap(([name]) => data.links?.[name] ? [[name, data.links[name]]] : []),
    ),
    redirectUris: data.redirectUris,
    postLogoutRedirectUris: data.postLogoutRedirectUris,
    ...data.backchannelLogoutUri === undefined
      ? {}
      : { backchannelLogoutUri: data.backchannelLogoutUri },
    ...jwks ? { jwks: jwks as { readonly keys: readonly JsonWebKey[] } } : {},
    ...jwksUri === null ? {} : { jwksUri },
    grants: data.grants,
    scopes: data.scopes,
    resources: data.resources,
    exchangesTo: data.exchangesTo ?? [],
    pkce: data.pkce ?? "required",
    profile: data.profile ?? null,
    idTokenAlgorithm: data.idTokenAlgorithm,
    service: data.service,
    createdAt: new Date(data.createdAt),
    previousSecretExpires: until === undefined ? null : new Date(until),
  };
}

function isId(id: unknown): id is string {
  return typeof id === "string" && id.length < 64 && REGISTERED.test(id);
}

function isOrganizationId(value: unknown): value is string {
  return typeof value === "string" && value !== "" && value.length <= MAX_ORGANIZATION &&
    value.isWellFormed() && !value.includes("\0");
}

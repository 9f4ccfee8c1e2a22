/**
 * Finds clients: in the config, in the store, or by the document at their URL.
 *
 * @module
 */

import { hashText } from "../../base/hashed.ts";
import { lazy } from "../../base/lazy.ts";
import { msFromNow, nowMs } from "../../base/time.ts";
import type { FoundRecord } from "../../records/kind.ts";
import { readCached } from "../../records/cached.ts";
import { orgIn } from "../../records/owner.ts";
import type { Client, ClientAuthentication } from "./client.ts";
import { linksIn } from "./client_links.ts";
import { toFapi2 } from "./fapi2.ts";
import { type ClientData, clients } from "./kinds.ts";
import type { OAuthClientOptions, OAuthGrantType } from "./options.ts";
import type { OAuthCall } from "./settings.ts";

/** Code and data that a client can be found with, and the request that it is looked for. */
type ClientCall = Pick<OAuthCall, "config" | "settings"> & Partial<Pick<OAuthCall, "request">>;

/** Grants of a client whose options name none. */
export const DEFAULT_GRANTS: readonly OAuthGrantType[] = ["code", "refresh"];

/** Ids of registered clients: 16 random bytes. No other text is worth a read of the store. */
export const REGISTERED = /^[\w-]{22}$/;

/** An id that is a URL. */
const URL_ID = /^https?:\/\//;

/**
 * Milliseconds for which a client that registered itself stays without a grant of a user, and at least
 * after its last use: people come back to an app after weeks. Refresh tokens end within 90 days.
 */
export const UNUSED_MS = 90 * 24 * 60 * 60 * 1000;

/** Milliseconds by which a use extends it, so that one in 90 days is written. */
const USED_MS = 2 * UNUSED_MS;

const requestLimits = lazy(() => import("../../limits/request.ts"));
const documents = lazy(() => import("./documents.ts"));

/** Returns `true` for an id that is the URL of a document, which has to be fetched. */
export function isDocumentId({ clients }: OAuthCall["settings"], id: string): boolean {
  return URL_ID.test(id) && !clients.has(id);
}

/**
 * Counts the request of a browser that makes the server fetch a document.
 *
 * @throws {TooManyRequests} when the limit of the address is reached
 */
export async function countPage(call: OAuthCall, action: string): Promise<void> {
  await (await requestLimits()).countCall(call, action);
}

/** Returns `true` for a client that anyone can be: by sending its id, or by registering. */
export function isAnyones({ isUntrusted, authentication }: Client): boolean {
  return isUntrusted || authentication.method === "none";
}

/**
 * Finds a client; `undefined` for one that is not known.
 *
 * @param count counts the request before a document is fetched. Default: it was counted
 */
export async function findClient(
  call: ClientCall,
  id: string,
  count?: () => Promise<void>,
): Promise<Client | undefined> {
  const client = await findWritten(call, id, count);
  return client && (client.isFapi2 || call.settings.isFapi2) ? toFapi2(client) : client;
}

/** The client as its options, its record or its document say. */
async function findWritten(
  call: ClientCall,
  id: string,
  count?: () => Promise<void>,
): Promise<Client | undefined> {
  const { config, settings } = call;
  const options = settings.clients.get(id);
  if (options) return await ofConfig(id, options);
  if (URL_ID.test(id)) {
    if (settings.metadataDocuments === "off") return undefined;
    return await (await documents()).documentClient(call, id, count);
  }
  if (!REGISTERED.test(id)) return undefined;
  const found = await clients.get(config.records, id);
  return found ? ofStore(found) : undefined;
}

/**
 * Returns `true` while a client is known: the tokens of one that was removed do not count. It is read
 * within `maxLag`. A document counts as long as the config accepts its URL: tokens do not depend on
 * the server of a stranger.
 */
export async function clientStands(
  { config, settings }: ClientCall,
  id: string,
): Promise<boolean> {
  if (settings.clients.has(id)) return true;
  if (URL_ID.test(id)) {
    return settings.metadataDocuments !== "off" && (await documents()).isTaken(settings, id);
  }
  if (!REGISTERED.test(id)) return false;
  return await readCached(clients, config.records, id, settings.maxLagMs, groupOf) !== null;
}

/**
 * The group of a client among the records that a process has cached: that of its organization, whose end
 * is its end, or its own.
 */
export function groupOf({ id, owner }: Pick<FoundRecord<ClientData>, "id" | "owner">): string {
  return orgIn(owner) ?? `oauth client ${id}`;
}

/**
 * Keeps a client that registered itself or has a document, which a user has given access to.
 *
 * @returns `false` when it is not known any more
 */
export async function keepClient(call: ClientCall, id: string): Promise<boolean> {
  const { config, settings } = call;
  if (isDocumentId(settings, id)) await (await documents()).keepDocument(call, id);
  if (settings.clients.has(id) || !REGISTERED.test(id)) return true;
  const found = await clients.get(config.records, id);
  if (found) await extend(config.records, found);
  return found !== null;
}

/** Keeps one that was kept before and is used again. One that no user knows yet gains nothing. */
export async function noteUse({ config }: ClientCall, id: string): Promise<void> {
  if (!REGISTERED.test(id)) return;
  const found = await clients.get(config.records, id);
  if (found && isStored(found)) await extend(config.records, found);
}

/** Returns `true` for a registration that was extended, since a user knows it, or that the app made. */
function isStored({ expires, data }: FoundRecord<ClientData>): boolean {
  return expires === null || expires.valueOf() - Date.parse(data.createdAt) > UNUSED_MS;
}

/** Moves the expiry, about every 90 days. */
async function extend(
  records: OAuthCall["config"]["records"],
  found: FoundRecord<ClientData>,
): Promise<void> {
  const { id, data, expires } = found;
  if (expires === null || expires.valueOf() - nowMs() > USED_MS / 2) return;
  // One that was changed or removed meanwhile stays as it is.
  const next = { userId: found.owner, expires: msFromNow(USED_MS), data };
  await clients.replace(records, id, next, found);
}

async function ofConfig(id: string, options: OAuthClientOptions): Promise<Client> {
  const { scopes, resources, grants = DEFAULT_GRANTS } = options;
  return {
    id,
    source: "config",
    isUntrusted: false,
    isKnown: true,
    name: options.name ?? id,
    links: linksIn({ ...options }, 0),
    redirectUris: options.redirectUris ?? [],
    postLogoutRedirectUris: options.postLogoutRedirectUris ?? [],
    backchannelLogoutUri: options.backchannelLogoutUri,
    authentication: await makeAuthentication(options),
    grants: new Set(grants),
    scopes: scopes ? new Set(scopes) : "all",
    resources: resources ? new Set(resources) : "all",
    exchangesTo: new Set(options.exchangesTo),
    ...options.assertsTo ? { assertsTo: new Map(Object.entries(options.assertsTo)) } : {},
    isFirstParty: options.isFirstParty === true,
    takesNonce: options.pkce === "nonce",
    takesIdToken: options.responseTypes?.includes("id_token") === true,
    endsWithSession: options.offlineAccess === "scope",
    isFapi2: options.profile === "fapi2",
    idTokenAlgorithm: options.idTokenAlgorithm ?? "RS256",
    service: options.service,
  };
}

function ofStore(found: FoundRecord<ClientData>): Client {
  const { id, data, owner } = found;
  const { scopes, resources, grants, service } = data;
  const organization = orgIn(owner);
  return {
    id,
    source: "registered",
    isUntrusted: data.isStranger,
    isKnown: isStored(found),
    organization,
    name: data.name,
    links: data.links ?? {},
    redirectUris: data.redirectUris,
    postLogoutRedirectUris: data.postLogoutRedirectUris,
    backchannelLogoutUri: data.backchannelLogoutUri,
    authentication: storedAuthentication(data),
    grants: new Set(grants),
    scopes: scopes === "all" ? "all" : new Set(scopes),
    resources: resources === "all" ? "all" : new Set(resources),
    exchangesTo: new Set(data.exchangesTo),
    // What a record of a stranger, or of an organization, could say of itself would not count.
    isFirstParty: data.isFirstParty && !data.isStranger && organization === undefined,
    takesIdToken: false,
    endsWithSession: false,
    isFapi2: data.profile === "fapi2",
    takesNonce: data.pkce === "nonce" && data.method !== "none" && !data.isStranger,
    idTokenAlgorithm: data.idTokenAlgorithm,
    service: organization === undefined ? service ?? undefined : undefined,
  };
}

function storedAuthentication(data: ClientData): ClientAuthentication {
  const { method, hash, previousHash, jwks, jwksUri } = data;
  if (method === "none") return { method };
  if (method === "secret") {
    const hashes = [hash, overlapOf(data) ? previousHash : null];
    return { method, hashes: hashes.filter((one) => typeof one === "string") };
  }
  // The types of Web Crypto have lists that can be changed.
  const keys = jwks as { readonly keys: readonly JsonWebKey[] } | null;
  return { method, jwks: keys ?? undefined, jwksUri: jwksUri ?? undefined };
}

/** Milliseconds since 1970 until which the secret before counts; `undefined` where it does not. */
export function overlapOf(
  { previousHash, previousUntil }: Pick<ClientData, "previousHash" | "previousUntil">,
): number | undefined {
  const isOpen = previousHash !== undefined && previousUntil !== undefined &&
    nowMs() < previousUntil;
  return isOpen ? previousUntil : undefined;
}

async function makeAuthentication(
  { secret, jwks, jwksUri }: OAuthClientOptions,
): Promise<ClientAuthentication> {
  if (jwks || jwksUri) return { method: "private_key_jwt", jwks, jwksUri };
  if (secret === undefined) return { method: "none" };
  const secrets = typeof secret === "string" ? [secret] : secret;
  return { method: "secret", hashes: await Promise.all(secrets.map(hashOfSecret)) };
}

/** Hash of a secret, as it is kept. */
export async function hashOfSecret(secret: string): Promise<string> {
  return await hashText("oauth client secret", secret);
}

/**
 * Keys of organizations, and their services. Every function takes the membership of the one who acts,
 * which `act` reads again.
 *
 * @module
 */

import { checkDemands, type Rules } from "../../base/demands.ts";
import { nowDate } from "../../base/time.ts";
import { intersect, isWithin, type Scopes } from "../../credentials/scopes.ts";
import { audit } from "../../hooks/audit.ts";
import { forgetCached } from "../../records/cached.ts";
import { ownerOfOrg } from "../../records/owner.ts";
import { type Quota, withinQuota } from "../../records/quota.ts";
import { retryOnce } from "../../records/retry_once.ts";
import type { ServerConfig } from "../../types/inference.ts";
import { act, type Actor } from "../organizations/actor.ts";
import { organizations } from "../organizations/kinds.ts";
import type { Membership } from "../organizations/membership.ts";
import { toScopes } from "./claim.ts";
import { type KeyData, type ServiceData, services, storedUntil } from "./kinds.ts";
import {
  checkOptions,
  type MadeKey,
  makeKey,
  requireKeyName,
  requireScopes,
  toApiKeys,
  toNewKey,
  toService,
} from "./make.ts";
import { newKeyId } from "./format.ts";
import { findMaker, forgetMaker, noteMaker, withMakers } from "./makers.ts";
import {
  type KeysCall,
  makeKeysCall,
  organizationScopesIn,
  type Settings,
  settingsIn,
} from "./settings.ts";
import {
  dropKey,
  endKey,
  type KeyQuota,
  listKeys,
  makeQuota,
  OVERLAP,
  ownKey,
  putKey,
  rotateKey,
} from "./stored.ts";
import type { ApiKey, KeyRefusal, NewApiKey, OrganizationKeyOptions, Service } from "./typed.ts";
import { refusal } from "./user_keys.ts";

/** Most keys of an organization with its services. */
const MOST_KEYS = 250;

/** Most services of an organization. */
const MOST_SERVICES = 100;

/** Options that narrow a key. One that is present without a value is refused. */
const RULES: Rules<keyof OrganizationKeyOptions> = {
  name: "free",
  scopes: "value",
  expiresIn: "value",
  service: "text",
};

const DONE = { ok: true } as const;

/** See `KeyFunctions.createForOrganization`. */
export async function createForOrganization(
  config: ServerConfig,
  membership: Membership,
  options: OrganizationKeyOptions,
): Promise<NewApiKey | KeyRefusal> {
  checkDemands("create the key", options, RULES);
  return await act<NewApiKey | KeyRefusal>(config, membership, {
    what: "create a key of the organization",
    permission: "key:create",
    freshProof: "all",
  }, async (actor) => {
    const { org, userId } = actor;
    const { call, settings } = toolsOf(actor);
    const more = options.service === undefined ? organizationScopesIn(call.config) : [];
    const known = { ...settings, scopes: [...new Set([...settings.scopes, ...more])] };
    const checked = checkOptions(known, options);
    const service = options.service === undefined
      ? undefined
      : await serviceIn(actor, options.service);
    if (service === null) return refusal("unknown");
    const most: Scopes = service ? toScopes(service.scopes) : "all";
    const asked = toScopes(checked.scopes);
    const isOfService = asked === "all" || isWithin(asked, most, settings.scopes);
    if (!isOfService || !mayHave(actor, intersect(asked, most))) return "forbidden";
    const made = await makeKey(settings, checked, {
      owner: service
        ? { kind: "service", id: options.service! }
        : { kind: "organization", id: org },
      organization: org,
      createdBy: null,
      proof: null,
    });
    const quota = makeQuota(quotaOfOrg(actor), false);
    const refused = await withinQuota(call.records, quota, made.id, async () => {
      await noteMaker(call.records, made.id, userId, storedUntil(made.data));
      await putKey(call, ownerOfOrg(org), made);
      return await isOrphan(actor, made) ? "not-member" : undefined;
    });
    if (refused) return refused;
    await tell(actor, "key.created", made.id);
    return toNewKey(settings, made, userId);
  });
}

/** See `KeyFunctions.listOfOrganization`. */
export async function listOfOrganization(
  config: ServerConfig,
  membership: Membership,
): Promise<{ readonly ok: true; readonly keys: readonly ApiKey[] } | KeyRefusal> {
  return await act(config, membership, {
    what: "list the keys of the organization",
    permission: "key:read",
    isRead: true,
  }, async (actor) => {
    const { call, settings, records } = toolsOf(actor);
    const found = await withMakers(records, await listKeys(call, ownerOfOrg(actor.org)));
    return { ...DONE, keys: toApiKeys(settings, found) };
  });
}

/** See `KeyFunctions.revokeOfOrganization`. */
export async function revokeOfOrganization(
  config: ServerConfig,
  membership: Membership,
  id: string,
): Promise<{ readonly ok: true } | KeyRefusal> {
  return await act<typeof DONE | KeyRefusal>(config, membership, {
    what: "revoke a key of the organization",
    permission: "key:revoke",
    freshProof: "all",
  }, async (actor) => {
    const { call } = toolsOf(actor);
    const owner = ownerOfOrg(actor.org);
    if (!await ownKey(call, owner, id) || !await endKey(call, owner, id)) {
      return refusal("unknown");
    }
    await forgetMaker(call.records, id);
    await tell(actor, "key.revoked", id);
    return DONE;
  });
}

/** See `KeyFunctions.rotateOfOrganization`. */
export async function rotateOfOrganization(
  config: ServerConfig,
  membership: Membership,
  id: string,
  overlap: number = OVERLAP,
): Promise<NewApiKey | KeyRefusal> {
  return await act<NewApiKey | KeyRefusal>(config, membership, {
    what: "rotate a key of the organization",
    permission: "key:create",
    freshProof: "all",
  }, async (actor) => {
    const { call, settings } = toolsOf(actor);
    const owner = ownerOfOrg(actor.org);
    const known = await ownKey(call, owner, id);
    if (!known) return refusal("unknown");
    const { data } = known;
    const service = data.owner.kind === "service"
      ? await serviceIn(actor, data.owner.id)
      : undefined;
    if (service === null) return refusal("unknown");
    // The one who rotates a key holds it.
    const most: Scopes = service ? toScopes(service.scopes) : "all";
    if (!mayHave(actor, intersect(toScopes(data.scopes), most))) return "forbidden";
    const made = await rotateKey(call, owner, known, overlap, quotaOfOrg(actor), async (made) => {
      await putKey(call, owner, made);
      return true;
    });
    if (typeof made === "string") return refusal(made);
    if (await isOrphan(actor, made)) return "not-member";
    const maker = await findMaker(call.records, id);
    await noteMaker(call.records, made.id, maker, storedUntil(made.data));
    await tell(actor, "key.rotated", made.id);
    return toNewKey(settings, made, maker);
  });
}

/** See `KeyFunctions.createService`. */
export async function createService(
  config: ServerConfig,
  membership: Membership,
  typed: { readonly name: string; readonly scopes: readonly string[] | "all" },
): Promise<{ readonly ok: true; readonly service: Service } | KeyRefusal> {
  return await act<{ readonly ok: true; readonly service: Service } | KeyRefusal>(
    config,
    membership,
    { what: "create a service", permission: "service:create", freshProof: "all" },
    async (actor) => {
      const { org, userId } = actor;
      const { settings, records } = toolsOf(actor);
      const name = requireKeyName("service", typed.name);
      const scopes = requireScopes(settings, typed.scopes);
      if (!mayHave(actor, toScopes(scopes))) return "forbidden";
      const id = `svc_${newKeyId()}`;
      const createdAt = nowDate().toISOString();
      const data: ServiceData = { org, name, scopes, createdAt, createdBy: null };
      const refused = await withinQuota(records, quotaOfServices(actor), id, async () => {
        await noteMaker(records, id, userId, null);
        await services.add(records, id, { userId: ownerOfOrg(org), expires: null, data });
        if (await isAlive(actor)) return undefined;
        await retryOnce(() => services.take(records, id));
        await forgetMaker(records, id);
        return "not-member";
      });
      if (refused) return refused;
      await tell(actor, "service.created", id);
      return { ...DONE, service: toService(id, { ...data, createdBy: userId }) };
    },
  );
}

/** See `KeyFunctions.listServices`. */
export async function listServices(
  config: ServerConfig,
  membership: Membership,
): Promise<{ readonly ok: true; readonly services: readonly Service[] } | KeyRefusal> {
  return await act(config, membership, {
    what: "list the services",
    permission: "service:read",
    isRead: true,
  }, async (actor) => {
    const known = await withMakers(actor.call.records, await listStoredServices(actor));
    const found = known.map(({ id, data }) => toService(id, data));
    return { ...DONE, services: found.sort((a, b) => a.name.localeCompare(b.name, "en")) };
  });
}

/** See `KeyFunctions.deleteService`. */
export async function deleteService(
  config: ServerConfig,
  membership: Membership,
  id: string,
): Promise<{ readonly ok: true } | KeyRefusal> {
  return await act<typeof DONE | KeyRefusal>(config, membership, {
    what: "delete a service",
    permission: "service:delete",
    freshProof: "all",
  }, async (actor) => {
    const { call, records } = toolsOf(actor);
    const owner = ownerOfOrg(actor.org);
    if (!await serviceIn(actor, id)) return refusal("unknown");
    // From here on, none of its keys opens anything.
    const taken = await retryOnce(() => services.take(records, id));
    forgetCached(records, owner);
    for (const { id: key, data } of await listKeys(call, owner)) {
      if (!isOfService(data, id)) continue;
      await endKey(call, owner, key);
      await forgetMaker(records, key);
    }
    await forgetMaker(records, id);
    if (!taken) return refusal("unknown");
    await tell(actor, "service.deleted", id);
    return DONE;
  });
}

/** The most keys of an organization. */
function quotaOfOrg(actor: Actor): KeyQuota {
  const owner = ownerOfOrg(actor.org);
  return { owner, most: MOST_KEYS, list: () => listKeys(toolsOf(actor).call, owner) };
}

/** The most services of an organization. */
function quotaOfServices(actor: Actor): Quota {
  return {
    ...{ owner: ownerOfOrg(actor.org), of: "services", most: MOST_SERVICES },
    list: async () => (await listStoredServices(actor)).map(({ id }) => id),
  };
}

function isOfService({ owner }: KeyData, id: string): boolean {
  return owner.kind === "service" && owner.id === id;
}

function toolsOf({ call: { config, request, records } }: Actor): {
  call: KeysCall;
  settings: Settings;
  records: Actor["call"]["records"];
} {
  return { call: makeKeysCall(config, request), settings: settingsIn(config), records };
}

/**
 * Returns `true` when the role of the one who acts has all of the scopes. Those of capabilities are no
 * permissions: only an owner gives them.
 */
function mayHave(
  { role, call: { config, settings: { access } } }: Actor,
  scopes: Scopes,
): boolean {
  const own = new Set<string>(
    access.permissions.filter((permission) => access.allows(role, permission)),
  );
  if (role === "owner") { for (const scope of organizationScopesIn(config)) own.add(scope); }
  return isWithin(scopes, own, access.permissions);
}

/** A service of the organization; `null` when there is none. */
async function serviceIn(
  { call: { records }, org }: Actor,
  id: string,
): Promise<ServiceData | null> {
  if (typeof id !== "string" || !/^svc_[0-9A-Za-z]{16}$/.test(id)) return null;
  const found = await services.get(records, id);
  return found?.data.org === org ? found.data : null;
}

async function listStoredServices({ call: { records }, org }: Actor) {
  return await services.list(records, ownerOfOrg(org));
}

/** Removes a key whose organization or service was deleted while it was written. */
async function isOrphan(actor: Actor, { id, data }: MadeKey): Promise<boolean> {
  const hasService = data.owner.kind !== "service" ||
    await serviceIn(actor, data.owner.id) !== null;
  if (hasService && await isAlive(actor)) return false;
  await dropKey(actor.call, id);
  await forgetMaker(actor.call.records, id);
  return true;
}

async function isAlive({ call: { records }, org }: Actor): Promise<boolean> {
  const found = await organizations.get(records, org);
  return found !== null && !found.data.isEnding;
}

async function tell(
  { call, org, userId }: Actor,
  name: "key.created" | "key.revoked" | "key.rotated" | "service.created" | "service.deleted",
  credential: string,
): Promise<void> {
  const by = userId === null ? { bySystem: true as const } : { userId };
  await audit(call, { name, credential, organization: org, ...by });
}

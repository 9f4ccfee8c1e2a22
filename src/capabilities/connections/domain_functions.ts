/**
 * Domains of organizations, for apps. Each function takes the membership of the one who acts, which
 * `act` reads again.
 *
 * @module
 */

import { randomBase64url } from "../../base/crypto/bytes.ts";
import { nowMs } from "../../base/time.ts";
import { audit } from "../../hooks/audit.ts";
import { countUp, makeKey, newestSecret } from "../../limits/window.ts";
import { withinQuota } from "../../records/quota.ts";
import type { ServerConfig } from "../../types/inference.ts";
import { act, type Actor, actorFacts } from "../organizations/actor.ts";
import { organizations } from "../organizations/kinds.ts";
import type { Membership } from "../organizations/membership.ts";
import { requireDomain } from "./domain_name.ts";
import { type DomainOf, freeDomain, isCurrent, noteFound, takeDomain } from "./domains.ts";
import { type ClaimData, claims, domains, ownerOfOrg } from "./kinds.ts";
import { refusal } from "./refusal.ts";
import { withConnections } from "./settings.ts";
import { findRecord, recordName, recordValue } from "./txt.ts";
import type { ConnectionRefusal, Domain } from "./typed.ts";

/** Most domains of an organization. */
const MOST_DOMAINS = 50;

/** Most looks for a record per hour that an organization asks for. */
const CHECKS_PER_HOUR = 60;

const DONE = { ok: true } as const;

type Result<T> = ({ readonly ok: true } & T) | ConnectionRefusal;

/** See `DomainFunctions.add`. */
export async function add(
  config: ServerConfig,
  membership: Membership,
  name: string,
): Promise<Result<{ readonly domain: Domain }>> {
  const domain = requireDomain(name);
  return await act<Result<{ readonly domain: Domain }>>(config, membership, {
    what: "add a domain",
    role: "owner",
    freshProof: "all",
    delegable: true,
  }, async (actor) => {
    const { org, call: { records } } = actor;
    const of = { org, domain };
    const known = await claims.get(records, of);
    if (known) return { ...DONE, domain: await toDomain(actor, known.data) };
    const token = randomBase64url(24);
    const data: ClaimData = { domain, token, provenAt: null, lostAt: null, checkedAt: nowMs() };
    const quota = {
      ...{ owner: ownerOfOrg(org), of: "domains", most: MOST_DOMAINS },
      list: async () => (await claims.list(records, ownerOfOrg(org))).map(({ id }) => id),
    };
    const refused = await withinQuota(records, quota, await claims.idOf(of), async () => {
      await claims.add(records, of, { userId: ownerOfOrg(org), expires: null, data });
      if ((await organizations.get(records, org))?.data.isEnding === false) return undefined;
      await claims.take(records, of);
      return "not-member" as const;
    });
    if (refused) return refused;
    await tell(actor, "domain.added");
    // Of two calls at once, one has written.
    const written = (await claims.get(records, of))?.data ?? data;
    return { ...DONE, domain: await toDomain(actor, written) };
  });
}

/** See `DomainFunctions.check`. */
export async function check(
  config: ServerConfig,
  membership: Membership,
  name: string,
): Promise<Result<{ readonly domain: Domain }>> {
  const domain = requireDomain(name);
  return await act<Result<{ readonly domain: Domain }>>(config, membership, {
    what: "check a domain",
    role: "owner",
    freshProof: "all",
    delegable: true,
  }, async (actor) => {
    const { org, call: { config, records } } = actor;
    const of: DomainOf = { org, domain };
    const known = (await claims.get(records, of))?.data;
    if (!known) return refusal("unknown");
    const hour = await makeKey(newestSecret(config), "checks of domains", org);
    if ((await countUp(config, hour, CHECKS_PER_HOUR)).isFull) return "too-many";
    const call = withConnections(actor.call);
    const found = await findRecord(call.own, domain, known.token);
    const held = (await domains.get(records, domain))?.data.org === org;
    if (found === "present") {
      if (!await takeDomain(call, of)) return refusal("domain-taken");
      if (!held || !isCurrent(known)) await tell(actor, "domain.proven");
    } else if (known.provenAt !== null) {
      await noteFound(call, of, found);
    }
    const written = (await claims.get(records, of))?.data;
    return written ? { ...DONE, domain: await toDomain(actor, written) } : refusal("unknown");
  });
}

/** See `DomainFunctions.list`. */
export async function list(
  config: ServerConfig,
  membership: Membership,
): Promise<Result<{ readonly domains: readonly Domain[] }>> {
  return await act<Result<{ readonly domains: readonly Domain[] }>>(config, membership, {
    what: "list the domains",
    role: "owner",
    isRead: true,
    delegable: true,
  }, async (actor) => {
    const { org, call: { records } } = actor;
    const found = await claims.list(records, ownerOfOrg(org));
    const all = await Promise.all(found.map(({ data }) => toDomain(actor, data)));
    return { ...DONE, domains: all.sort((a, b) => a.name < b.name ? -1 : 1) };
  });
}

/** See `DomainFunctions.remove`. */
export async function remove(
  config: ServerConfig,
  membership: Membership,
  name: string,
): Promise<Result<unknown>> {
  const domain = requireDomain(name);
  return await act<typeof DONE | ConnectionRefusal>(config, membership, {
    what: "remove a domain",
    role: "owner",
    freshProof: "all",
    delegable: true,
  }, async (actor) => {
    const { org, call } = actor;
    if (!await freeDomain(call, { org, domain })) return refusal("unknown");
    await tell(actor, "domain.removed");
    return DONE;
  });
}

async function toDomain({ org, call: { records } }: Actor, claim: ClaimData): Promise<Domain> {
  const { domain: name, token, provenAt, lostAt } = claim;
  const holder = (await domains.get(records, name))?.data.org;
  return {
    name,
    isProven: holder === org && isCurrent(claim),
    provenAt: provenAt === null ? null : new Date(provenAt),
    lostAt: lostAt === null ? null : new Date(lostAt),
    record: { type: "TXT", name: recordName(name), value: recordValue(token) },
  };
}

async function tell(
  actor: Actor,
  name: "domain.added" | "domain.proven" | "domain.removed",
): Promise<void> {
  await audit(actor.call, { name, organization: actor.org, ...actorFacts(actor) });
}

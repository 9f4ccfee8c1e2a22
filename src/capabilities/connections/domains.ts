/**
 * Domains as records: who has proven one, and whether the proof still holds. There is no timer: a
 * domain is looked at again by the sign-ins that depend on it.
 *
 * @module
 */

import { nowMs } from "../../base/time.ts";
import { audit } from "../../hooks/audit.ts";
import { organizations } from "../organizations/kinds.ts";
import { type ClaimData, claims, domains, ownerOfOrg } from "./kinds.ts";
import { notifyOwners } from "./notices.ts";
import type { ConnectionsCall } from "./settings.ts";
import { findRecord } from "./txt.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** Milliseconds after which a proof is looked at again, and after a resolver did not answer. */
const AGAIN_MS = { usual: 7 * DAY_MS, unknown: DAY_MS };

/** Milliseconds for which a proof counts while its record cannot be asked for. */
const GRACE_MS = 14 * DAY_MS;

/** What a domain is for an organization. */
export interface DomainState {
  /** `true` while it brings new members. */
  readonly isProven: boolean;
  /** `true` for one that the organization has proven, and not given up: its members sign in. */
  readonly wasProven: boolean;
}

/** A domain and an organization. */
export interface DomainOf {
  /** Id of the organization. */
  readonly org: string;
  /** Domain, in its normal form. */
  readonly domain: string;
}

/**
 * What a domain is for an organization now; a proof of a week ago is looked at again.
 *
 * @param isTest `true` changes nothing: what is stored counts
 */
export async function readDomainState(
  call: ConnectionsCall,
  of: DomainOf,
  isTest = false,
): Promise<DomainState> {
  const { records } = call;
  const known = (await claims.get(records, of))?.data;
  if (!known || known.provenAt === null) return { isProven: false, wasProven: false };
  const isDue = !isTest && nowMs() - known.checkedAt >= AGAIN_MS.usual;
  const claim = isDue ? await lookAgain(call, of, known) : known;
  const holder = (await domains.get(records, of.domain))?.data.org;
  return { isProven: holder === of.org && isCurrent(claim), wasProven: claim !== undefined };
}

/** Returns `true` for a claim whose proof counts, also while another organization has the domain. */
export function isCurrent(claim: ClaimData | undefined): boolean {
  return claim !== undefined && claim.provenAt !== null && claim.lostAt === null;
}

/** Looks for the record, and notes what was found; a loss is told to the owners, once. */
async function lookAgain(
  call: ConnectionsCall,
  of: DomainOf,
  claim: ClaimData,
): Promise<ClaimData | undefined> {
  return await noteFound(call, of, await findRecord(call.own, of.domain, claim.token));
}

/** Notes what a look for the record has found. */
export async function noteFound(
  call: ConnectionsCall,
  of: DomainOf,
  found: Awaited<ReturnType<typeof findRecord>>,
): Promise<ClaimData | undefined> {
  const { records } = call;
  const { org, domain } = of;
  let isLoss = false;
  let current: ClaimData | undefined;
  await claims.update(records, of, (known) => {
    isLoss = false;
    current = known?.data;
    if (!known) return undefined;
    const next = afterLook(known.data, found);
    isLoss = known.data.lostAt === null && next.lostAt !== null;
    current = next;
    return { userId: ownerOfOrg(org), expires: null, data: next };
  });
  if (isLoss) {
    await audit(call, { name: "domain.lost", organization: org, bySystem: true });
    await notifyOwners(call, org, "domain-lost", { domain });
  }
  return current;
}

function afterLook(
  claim: ClaimData,
  found: Awaited<ReturnType<typeof findRecord>>,
): ClaimData {
  const now = nowMs();
  if (found === "present") return { ...claim, provenAt: now, lostAt: null, checkedAt: now };
  // A claim that was never proven has nothing to lose.
  if (claim.provenAt === null) return { ...claim, checkedAt: now };
  if (found === "unknown" && now - claim.provenAt < GRACE_MS) {
    return { ...claim, checkedAt: now - AGAIN_MS.usual + AGAIN_MS.unknown };
  }
  return { ...claim, lostAt: claim.lostAt ?? now, checkedAt: now };
}

/**
 * Makes a domain, whose record was found, that of an organization.
 *
 * @returns `false` while another organization has it, whose record is there too
 */
export async function takeDomain(call: ConnectionsCall, of: DomainOf): Promise<boolean> {
  const { records } = call;
  const { org, domain } = of;
  let isOurs = false;
  await domains.update(records, domain, async (known) => {
    isOurs = known?.data.org === org;
    if (isOurs || known && await isStillProven(call, { org: known.data.org, domain })) {
      return undefined;
    }
    isOurs = true;
    return { userId: ownerOfOrg(org), expires: null, data: { org, at: nowMs() } };
  });
  if (!isOurs) return false;
  await noteFound(call, of, "present");
  // After the writes, so that the end of the organization finds them, or is found here.
  if ((await organizations.get(records, org))?.data.isEnding === false) return true;
  await freeDomain(call, of);
  return false;
}

/** Returns `true` while an organization that has proven a domain must not lose it to another one. */
async function isStillProven(call: ConnectionsCall, of: DomainOf): Promise<boolean> {
  const { records } = call;
  const claim = (await claims.get(records, of))?.data;
  const data = (await organizations.get(records, of.org))?.data;
  if (!claim || !data || data.isEnding) return false;
  const found = await findRecord(call.own, of.domain, claim.token);
  if (found !== "absent") return true;
  await noteFound(call, of, found);
  return false;
}

/** Removes a domain from an organization; `false` when it had none of this name. */
export async function freeDomain(
  { records }: Pick<ConnectionsCall, "records">,
  of: DomainOf,
): Promise<boolean> {
  // The claim first: without it, the domain counts for nothing.
  const taken = await claims.take(records, of);
  const held = await domains.get(records, of.domain);
  if (held?.data.org === of.org) await domains.removeSame(records, of.domain, held);
  return taken !== null;
}

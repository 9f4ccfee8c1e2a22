/**
 * Admin links: a person without an account sets up the connection of an organization, for an owner who
 * made the link. Its token is taken once, by a browser that has a key of its own from then on.
 *
 * @module
 */

import { randomBase64url } from "../../base/crypto/bytes.ts";
import { isEqual } from "../../base/crypto/hash.ts";
import { hashText } from "../../base/hashed.ts";
import { msFromNow } from "../../base/time.ts";
import { audit } from "../../hooks/audit.ts";
import type { Context } from "../../types/internal.ts";
import type { FoundRecord } from "../../records/kind.ts";
import { hasAnchor } from "../../session/anchor.ts";
import { actorFacts } from "../organizations/actor.ts";
import { memberships, organizations, type OrgData } from "../organizations/kinds.ts";
import { roleIn } from "../organizations/members.ts";
import type { Delegation } from "../organizations/membership.ts";
import { isId } from "../organizations/organization.ts";
import type { OrganizationsCall } from "../organizations/settings.ts";
import { type AdminLinkData, adminLinks, ownerOfOrg } from "./kinds.ts";

/** What an audit entry says about it. */
const VIA: Delegation["via"] = "admin-link";

/** Milliseconds within which a link is opened, and for which it is used then. */
export const LINK_MS = 60 * 60 * 1000;

/** Most characters of a token. */
const MAX_TOKEN = 100;

/** What the browser that opened a link has: the organization, and a key. */
export interface Setup {
  /** Id of the organization. */
  readonly org: string;
  /** Random. */
  readonly key: string;
}

/** Makes a token, as a URL has it, and the hash that is stored. */
export async function makeToken(org: string): Promise<{ token: string; hash: string }> {
  const secret = randomBase64url(32);
  return { token: `${org}.${secret}`, hash: await hashSecret(secret) };
}

async function hashSecret(secret: string): Promise<string> {
  return await hashText("admin link", secret);
}

async function hashKey(key: string): Promise<string> {
  return await hashText("admin link in a browser", key);
}

async function parseToken(
  token: string,
): Promise<{ org: string; hash: string } | undefined> {
  if (token.length > MAX_TOKEN) return undefined;
  const dot = token.indexOf(".");
  const org = token.slice(0, Math.max(dot, 0));
  return isId(org) ? { org, hash: await hashSecret(token.slice(dot + 1)) } : undefined;
}

/**
 * The organization of a link, while its maker is an owner who is not suspended; `undefined` once the
 * link has ended.
 */
export async function findOrganization(
  { records }: Pick<OrganizationsCall, "records">,
  org: string,
  { maker, membership, anchor }: AdminLinkData,
): Promise<OrgData | undefined> {
  const data = (await organizations.get(records, org))?.data;
  if (!data || data.isEnding) return undefined;
  if (maker === null) return data;
  const member = await memberships.get(records, { org, userId: maker });
  // A right that was lost and given again is another one.
  if ((member?.version ?? null) !== membership) return undefined;
  if (roleIn(data, maker, member?.data) !== "owner") return undefined;
  return anchor !== null && await hasAnchor(records, maker, anchor) ? data : undefined;
}

/** The organization that a token opens, which nobody has taken; `undefined` for all others. */
export async function findByToken(
  call: OrganizationsCall,
  token: string,
): Promise<OrgData | undefined> {
  const sent = await parseToken(token);
  const known = sent && await adminLinks.get(call.records, sent.org);
  if (!known || !isFor(known, sent.hash)) return undefined;
  return await findOrganization(call, sent.org, known.data);
}

/** Returns `true` for a token that nobody has taken. */
function isFor({ data }: FoundRecord<AdminLinkData>, hash: string): boolean {
  return data.browser === null && isEqual(data.hash, hash);
}

/** Takes a token; `undefined` for one that opens nothing. Of any number of calls, one gets it. */
export async function takeToken(
  call: OrganizationsCall,
  token: string,
): Promise<Setup | undefined> {
  const sent = await parseToken(token);
  if (!sent) return undefined;
  const { org, hash } = sent;
  const { records } = call;
  const key = randomBase64url(32);
  const browser = await hashKey(key);
  let taken: AdminLinkData | undefined;
  await adminLinks.update(records, org, async (known) => {
    taken = undefined;
    if (!known || !isFor(known, hash)) return undefined;
    if (!await findOrganization(call, org, known.data)) return undefined;
    taken = { ...known.data, browser };
    return { userId: ownerOfOrg(org), expires: msFromNow(LINK_MS), data: taken };
  });
  if (!taken) return undefined;
  const by = actorFacts({ userId: taken.maker, via: VIA });
  await audit(call, { name: "connection.link-opened", organization: org, ...by });
  return { org, key };
}

/** What the browser that opened a link may do; `undefined` once that has ended. */
export async function findDelegation(
  ctx: Context,
  call: OrganizationsCall,
  { org, key }: Setup,
): Promise<{ delegation: Delegation; data: OrgData } | undefined> {
  const browser = await hashKey(key);
  const read = async () => {
    const link = (await adminLinks.get(call.records, org))?.data;
    if (!link || link.browser === null || !isEqual(link.browser, browser)) return undefined;
    const data = await findOrganization(call, org, link);
    return data && { data, maker: link.maker };
  };
  const found = await read();
  if (!found) return undefined;
  const { maker, data } = found;
  return { data, delegation: { via: VIA, maker, ctx, find: async () => (await read())?.data } };
}

/**
 * Who gets in through a connection, and as what: asked before an account is found, linked or created,
 * and carried out once it is.
 *
 * An account is linked to a user who exists only when that user is signed in, has proven the very
 * address that the provider gives, and is a member or would become one. Else the sign-in ends as any
 * other whose address belongs to a user.
 *
 * @module
 */

import { nowDate } from "../../base/time.ts";
import { toNormalForm } from "../../base/address.ts";
import { createFieldStore } from "../../base/objects.ts";
import { notLinked } from "../../accounts/create.ts";
import { reportUpdated } from "../../accounts/report.ts";
import { hasProvenEvidence } from "../../accounts/unproven_address.ts";
import { audit } from "../../hooks/audit.ts";
import { makeKey, newestSecret, secretsOf } from "../../limits/window.ts";
import { ownerOf } from "../../records/owner.ts";
import { canStartSession } from "../../session/user_status.ts";
import type { AdapterUser } from "../../types/adapter.ts";
import type { Identity } from "../../types/identity.ts";
import type { ResolvedConfig } from "../../types/internal.ts";
import type { Moments, Questions } from "../../types/topics.ts";
import { isInvitedTo } from "../organizations/invitations.ts";
import { memberships, organizations } from "../organizations/kinds.ts";
import { notifyMember } from "../organizations/mails.ts";
import {
  addMember,
  endMembership,
  roleIn,
  setRole,
  wasRemovedSince,
} from "../organizations/members.ts";
import { roleByGroups, roleOfApp } from "./attributes.ts";
import { readDomainState } from "./domains.ts";
import { identities, ownerOfOrg, removedMarks } from "./kinds.ts";
import { addressOf, connectionOf, domainOf, isConnectionId } from "./provider.ts";
import type { ConnectionOf } from "./protocol.ts";
import { ended } from "./refusal.ts";
import { type ConnectionsCall, makeConnectionsCall } from "./settings.ts";

/** What was decided before the account is there. */
interface Decision {
  /** Role of a new member; `undefined`: none is made, or there is a membership. */
  readonly role: string | undefined;
}

/** By identity: what is decided before is carried out afterwards. */
const decisions = createFieldStore<Decision>();

/** See the topic `account.met`. */
export async function meet(
  { ctx, identity, owner, current }: Moments["account.met"],
): Promise<void> {
  const connection = connectionOf(ctx.provider);
  if (!connection) return;
  const call = makeConnectionsCall(ctx.config, ctx.request);
  const { store } = call.config;
  if (!owner && current) {
    const address = addressOf(identity) ?? undefined;
    const isOwn = address !== undefined && current.email &&
      toNormalForm(current.email.toLowerCase()) === address &&
      await hasProvenEvidence(call, store, current);
    if (!isOwn) {
      throw notLinked(identity.account, "The user who is signed in has not proven this address");
    }
  }
  const { as, role } = await decide(call, connection, identity, owner ?? current);
  if (as === "new") decisions.set(identity, { role });
}

/** As whom a person comes. The core refuses a user who is suspended. */
type Admission =
  | { readonly as: "invited" | "suspended"; readonly role: null }
  | { readonly as: "member" | "new"; readonly role: string };

/**
 * Decides whether a person gets in, and as what.
 *
 * @param user the one who has the account, or gets it
 * @param isTest `true` changes nothing
 * @throws {AccessDenied} for a person who does not get in
 */
export async function decide(
  call: ConnectionsCall,
  connection: ConnectionOf,
  identity: Identity,
  user: AdapterUser | null,
  isTest = false,
): Promise<Admission> {
  const { records } = call;
  const { id, data: { org } } = connection;
  const address = addressOf(identity) ?? undefined;
  const userId = user && ownerOf(user.id);
  if (userId !== null && !await canStartSession(records, userId)) {
    return { as: "suspended", role: null };
  }
  const present = userId === null ? undefined : await findRole(call, org, userId);
  if (present !== undefined) return { as: "member", role: present };
  if (address !== undefined && await isInvitedTo(call, org, address)) {
    return { as: "invited", role: null };
  }
  if (await isRemoved(call, connection, identity, userId, address)) {
    const message = "the person was removed from the organization, and is not invited";
    throw ended("NotAdmitted", id, message, { refused: "removed" });
  }
  // One that is known may have had an address that counted then.
  const state = address !== undefined &&
    await readDomainState(call, { org, domain: domainOf(address) }, isTest);
  if (!state || !state.isProven) {
    const message = "a new member needs an address of a proven domain";
    throw ended("OtherDomain", id, message, { refused: "domain", field: "email" });
  }
  const role = await decideRole(call, connection, identity, address!);
  if (role === undefined) {
    throw ended("NotAdmitted", id, "the app gives the person no role", { refused: "role" });
  }
  return { as: "new", role };
}

async function decideRole(
  call: ConnectionsCall,
  { data, organization }: ConnectionOf,
  identity: Identity,
  address: string,
): Promise<string | undefined> {
  const { profile = {} } = identity;
  const role = roleByGroups(call, data, profile) ??
    await roleOfApp(call, organization, address, String(profile.sub), identity);
  return role ?? undefined;
}

/** Role of a user in an organization; `undefined` for a user who is no member. */
async function findRole(
  { records }: Pick<ConnectionsCall, "records">,
  org: string,
  userId: string,
): Promise<string | undefined> {
  const data = (await organizations.get(records, org))?.data;
  const found = (await memberships.get(records, { org, userId }))?.data;
  return data && roleIn(data, userId, found);
}

async function isRemoved(
  call: ConnectionsCall,
  { data: { org } }: ConnectionOf,
  { account: { providerAccountId } }: Identity,
  userId: string | null,
  address: string | undefined,
): Promise<boolean> {
  const { records, config } = call;
  if (userId !== null && await wasRemovedSince(records, { org, userId }, 0)) return true;
  const names = [providerAccountId];
  if (address !== undefined) {
    for (const secret of secretsOf(config)) names.push(await addressKey(secret, org, address));
  }
  for (const of of names) if (await removedMarks.get(records, { org, of })) return true;
  return false;
}

async function addressKey(secret: string, org: string, address: string): Promise<string> {
  return await makeKey(secret, "removed from organization", org, toNormalForm(address));
}

/** See the topic `account.proven`. */
export async function prove(
  { ctx, identity, userId }: Moments["account.proven"],
): Promise<void> {
  const connection = connectionOf(ctx.provider);
  if (!connection) return;
  const call = makeConnectionsCall(ctx.config, ctx.request);
  const { records } = call;
  // The session is refused, so nothing is given either.
  if (!await canStartSession(records, userId)) return;
  const { data, organization } = connection;
  const { org } = data;
  const { profile = {} } = identity;
  const byGroups = roleByGroups(call, data, profile);
  const known = (await identities.get(records, identity.account.providerAccountId))?.data;
  const present = await findRole(call, org, userId);
  if (present === undefined) {
    const { role } = decisions.get(identity) ?? {};
    if (role !== undefined) await join(call, connection, userId, role);
  } else if (present !== "owner" && byGroups !== undefined) {
    await followGroups(call, connection, identity, { userId, present, byGroups, known });
  }
  await identities.update(records, identity.account.providerAccountId, () => ({
    userId,
    expires: null,
    data: { org, connection: connection.id, given: byGroups ?? null, at: nowDate().toISOString() },
  }));
  await storeAddressProven(call, identity, organization.id, userId);
}

async function join(
  call: ConnectionsCall,
  { id, data: { org }, organization }: ConnectionOf,
  userId: string,
  role: string,
): Promise<void> {
  const given = { org, role, by: null, isManaged: false, externalId: null };
  const added = await addMember(call.records, userId, given, 0);
  if (typeof added === "string") {
    throw ended("NotAdmitted", id, "the person was removed from the organization meanwhile");
  }
  if (!added) return;
  const entry = { name: "organization.member-added", userId, organization: org } as const;
  await audit(call, { ...entry, bySystem: true });
  await notifyMember(call, userId, "added", { organization, role, by: null });
}

/** Gives a member the role of the groups; one that they gave before ends with them. */
async function followGroups(
  call: ConnectionsCall,
  connection: ConnectionOf,
  identity: Identity,
  { userId, present, byGroups, known }: {
    userId: string;
    present: string;
    byGroups: string | null;
    known: { given: string | null } | undefined;
  },
): Promise<void> {
  const { id, data: { org }, organization } = connection;
  const next = await roleBy(call, connection, identity, { present, byGroups, known });
  if (next === present) return;
  if (next === null) {
    await endMembership(call.records, org, userId);
    const entry = { name: "organization.member-removed", userId, organization: org } as const;
    await audit(call, { ...entry, bySystem: true });
    throw ended("NotAdmitted", id, "the groups of the person give no role any more");
  }
  const key = { org, userId };
  const done = await setRole(
    call.records,
    key,
    { role: next, by: null },
    (role) => role !== "owner",
  );
  if (typeof done === "string") return;
  const entry = { name: "organization.role-changed", userId, organization: org } as const;
  await audit(call, { ...entry, bySystem: true });
  await notifyMember(call, userId, "role-changed", { organization, role: next, by: null });
}

/** The role that the groups of a member give now; `null` for one who is no member any more. */
async function roleBy(
  call: ConnectionsCall,
  { organization }: ConnectionOf,
  identity: Identity,
  { present, byGroups, known }: {
    present: string;
    byGroups: string | null;
    known: { given: string | null } | undefined;
  },
): Promise<string | null> {
  // A role that an owner gave, or the app, stays.
  if (byGroups === null && known?.given !== present) return present;
  return byGroups ?? await roleOfApp(
    call,
    organization,
    addressOf(identity) ?? "",
    String(identity.profile?.sub),
    identity,
  );
}

/** The role that a member would have after a sign-in; `null` for one who would be no member then. */
export async function roleAtSignIn(
  call: ConnectionsCall,
  connection: ConnectionOf,
  identity: Identity,
  present: string,
): Promise<string | null> {
  const byGroups = roleByGroups(call, connection.data, identity.profile ?? {});
  if (present === "owner" || byGroups === undefined) return present;
  const known = (await identities.get(call.records, identity.account.providerAccountId))?.data;
  return await roleBy(call, connection, identity, { present, byGroups, known });
}

/** Keeps with the user that the address was proven, where it is the user's and the domain's. */
async function storeAddressProven(
  call: ConnectionsCall,
  identity: Identity,
  org: string,
  userId: string,
): Promise<void> {
  const { store } = call.config;
  const address = addressOf(identity);
  const user = address ? await store.getUser(userId) : null;
  if (!address || !user?.email || user.emailVerified) return;
  if (toNormalForm(user.email.toLowerCase()) !== address) return;
  if (!(await readDomainState(call, { org, domain: domainOf(address) })).isProven) return;
  const proven = await store.updateUser({ id: user.id, emailVerified: nowDate() });
  await reportUpdated(call, proven);
  await audit(call, { name: "address.proven", userId });
}

/** See the topic `member.removed`: marks the person, by every identity and by the address. */
export async function markRemoved(
  { config, organization: org, userId }: Moments["member.removed"],
): Promise<void> {
  const call = makeConnectionsCall(config);
  const { records } = call;
  for await (const { id, data } of identities.listAll(records, userId)) {
    if (data.org === org) await mark(call, org, id);
  }
  const email = (await call.config.store.getUser(userId))?.email;
  if (email) await markAddress(call, org, email.toLowerCase());
}

/**
 * See the topic `user.merge`: an organization whose provider signs the user in must know the user who
 * gets the account.
 */
export async function refuseMerge(
  { config, from, into }: Questions["user.merge"]["asked"],
): Promise<Questions["user.merge"]["answer"]> {
  const call = makeConnectionsCall(config);
  for await (const { data: { org } } of identities.listAll(call.records, ownerOf(from.id))) {
    if (await findRole(call, org, ownerOf(into.id)) !== undefined) continue;
    const message =
      `${from.id} signs in through a connection of the organization ${org}, of which ` +
      `${into.id} is no member`;
    return { refusal: { reason: "connection", message } };
  }
  return {};
}

/** See the topic `user.merge-decided`: the identities move with the accounts, without the role of groups. */
export async function moveIdentities(
  { caller: { config }, userId, into }: Moments["user.merge-decided"],
): Promise<void> {
  const { records } = makeConnectionsCall(config);
  for await (const { id } of identities.listAll(records, userId)) {
    await identities.update(
      records,
      id,
      (known) =>
        known?.owner === userId
          ? { userId: into, expires: null, data: { ...known.data, given: null } }
          : undefined,
    );
  }
}

/** Marks a person of whom only the address is known. */
export async function markAddress(
  call: Pick<ConnectionsCall, "config" | "records">,
  org: string,
  address: string,
): Promise<void> {
  await mark(call, org, await addressKey(newestSecret(call.config), org, address));
}

async function mark(
  { records }: Pick<ConnectionsCall, "records">,
  org: string,
  of: string,
): Promise<void> {
  await removedMarks.update(
    records,
    { org, of },
    (known) => known ? undefined : { userId: ownerOfOrg(org), expires: null, data: null },
  );
}

/** See the topic `address.admitted`: what was decided about the person counts. */
export function admits(
  { config, provider }: Questions["address.admitted"]["asked"],
): true | undefined {
  if (provider === undefined || !isConnectionId(provider)) return undefined;
  return (config as ResolvedConfig).providers.has(provider) ? undefined : true;
}

/**
 * Admin links, for apps. Each function takes the membership of the owner who acts, which `act` reads
 * again.
 *
 * @module
 */

import { msFromNow, nowDate } from "../../base/time.ts";
import { AuthError, UserSuspended } from "../../errors.ts";
import { audit } from "../../hooks/audit.ts";
import { actionUrl, withQuery } from "../../http/url.ts";
import { countUp, makeKey, newestSecret } from "../../limits/window.ts";
import { writeAnchored } from "../../session/anchor.ts";
import type { ServerConfig } from "../../types/inference.ts";
import { act, type Actor, actorFacts } from "../organizations/actor.ts";
import { memberships, organizations } from "../organizations/kinds.ts";
import type { Membership } from "../organizations/membership.ts";
import { findOrganization, LINK_MS, makeToken } from "./admin_link.ts";
import { adminLinks, ownerOfOrg } from "./kinds.ts";
import { SETUP_PATH } from "./paths.ts";
import { refusal } from "./refusal.ts";
import type { AdminLink, ConnectionDone, ConnectionRefusal } from "./typed.ts";

/** Most links of an organization per hour. */
const LINKS_PER_HOUR = 20;

const DONE = { ok: true } as const;

/** See `ConnectionFunctions.createAdminLink`. */
export async function createAdminLink(
  config: ServerConfig,
  membership: Membership,
): Promise<ConnectionDone<{ readonly url: string; readonly expires: Date }>> {
  type Made = ConnectionDone<{ readonly url: string; readonly expires: Date }>;
  return await act<Made>(config, membership, {
    what: "make an admin link",
    role: "owner",
    freshProof: "all",
  }, async (actor) => {
    const { org, call: { config, records } } = actor;
    const page = pageUrl(actor);
    const hour = await makeKey(newestSecret(config), "admin links", org);
    if ((await countUp(config, hour, LINKS_PER_HOUR)).isFull) return "too-many";
    const { token, hash } = await makeToken(org);
    const expires = msFromNow(LINK_MS);
    if (!await write(actor, hash, expires)) return "forbidden";
    if ((await organizations.get(records, org))?.data.isEnding !== false) {
      await adminLinks.take(records, org);
      return "not-member";
    }
    await tell(actor, "connection.link-created");
    return { ...DONE, url: withQuery(page, { token }), expires };
  });
}

/**
 * URL of the page that a link opens.
 *
 * @throws {AuthError} when the origin is not known
 */
function pageUrl({ call: { config, request } }: Actor): string {
  const origin = request?.origin || config.siteOrigin;
  if (origin) return actionUrl({ request: { origin }, config }, SETUP_PATH);
  throw new AuthError(
    "Cannot make an admin link: the URL of the app is not known; set AUTH_URL to it",
  );
}

/** Writes the link in place of the previous one; `false` for an owner who may not have one. */
async function write(
  { org, userId: maker, call: { config, records } }: Actor,
  hash: string,
  expires: Date,
): Promise<boolean> {
  const known = maker === null ? null : await memberships.get(records, { org, userId: maker });
  const put = async (anchor: string | null) => {
    const shared = { maker, membership: known?.version ?? null, anchor, hash };
    const data = { ...shared, browser: null, createdAt: nowDate().toISOString() };
    await adminLinks.update(records, org, () => ({ userId: ownerOfOrg(org), expires, data }));
  };
  if (maker === null) {
    await put(null);
    return true;
  }
  try {
    const undo = async () => await adminLinks.take(records, org);
    await writeAnchored({ ...config, records }, maker, put, undo);
    return true;
  } catch (error) {
    if (error instanceof UserSuspended) return false;
    throw error;
  }
}

/** See `ConnectionFunctions.readAdminLink`. */
export async function readAdminLink(
  config: ServerConfig,
  membership: Membership,
): Promise<ConnectionDone<{ readonly link: AdminLink | null }>> {
  return await act<ConnectionDone<{ readonly link: AdminLink | null }>>(config, membership, {
    what: "read the admin link",
    role: "owner",
    isRead: true,
  }, async ({ org, call }) => {
    const found = await adminLinks.get(call.records, org);
    if (!found || !await findOrganization(call, org, found.data)) return { ...DONE, link: null };
    const { browser, createdAt } = found.data;
    const times = { createdAt: new Date(createdAt), expires: found.expires! };
    return { ...DONE, link: { ...times, isOpened: browser !== null } };
  });
}

/** See `ConnectionFunctions.revokeAdminLink`. */
export async function revokeAdminLink(
  config: ServerConfig,
  membership: Membership,
): Promise<ConnectionDone> {
  return await act<typeof DONE | ConnectionRefusal>(config, membership, {
    what: "revoke an admin link",
    role: "owner",
    freshProof: "all",
  }, async (actor) => {
    const taken = await adminLinks.take(actor.call.records, actor.org);
    if (!taken) return refusal("unknown");
    await tell(actor, "connection.link-revoked");
    return DONE;
  });
}

async function tell(
  actor: Actor,
  name: "connection.link-created" | "connection.link-revoked",
): Promise<void> {
  await audit(actor.call, { name, organization: actor.org, ...actorFacts(actor) });
}

/**
 * Sessions of users at clients that are notified of their end: when each began here, and which have ended.
 * The message about an end is a record before anything has ended (`outbound/outbox.ts`).
 *
 * @module
 */

import { hashParts } from "../../base/hashed.ts";
import { OAuthRefusal } from "../../credentials/form.ts";
import { msFromNow, nowMs } from "../../base/time.ts";
import type { FoundRecord } from "../../records/kind.ts";
import { retryOnce } from "../../records/retry_once.ts";
import { peekRecord } from "../../session/record.ts";
import type { Client } from "./client.ts";
import { type ClientSessionData, clientSessions } from "./kinds.ts";
import { logouts, wakeLogouts } from "./logouts.ts";
import type { OAuthConfig, OAuthSetup } from "./settings.ts";
import type { Targets } from "./targets.ts";

/** A session at a client. */
type ClientSession = FoundRecord<ClientSessionData>;

/** Milliseconds for which a client is notified of the end of a session: browsers keep cookies no longer. */
const KEPT_MS = 400 * 24 * 60 * 60_000;

/** What begins at a client. */
interface Beginning extends Pick<ClientSessionData, "grant" | "organization"> {
  /** Id of the user. */
  readonly userId: string;
  /** The client. */
  readonly client: Pick<Client, "backchannelLogoutUri" | "id">;
  /** What was asked for. */
  readonly targets: Targets;
}

/** Returns `true` for a client that is told when what begins now has ended. */
function isTold({ settings }: OAuthSetup, { client, targets }: Beginning): boolean {
  const { issuer, sendsLogouts } = settings;
  return sendsLogouts && client.backchannelLogoutUri !== undefined &&
    Object.hasOwn(targets, issuer) && targets[issuer]!.includes("openid");
}

/**
 * Notes that a client signs a user in.
 *
 * @param session finds the id of the session here: `undefined` for one without a record, `null` when it
 *   has ended
 * @returns its id at the client, `undefined` for a client that is not told; `null` when the session here
 *   has ended meanwhile
 */
export async function beginClientSession(
  setup: OAuthSetup,
  beginning: Beginning,
  session: () => Promise<string | null | undefined>,
): Promise<string | null | undefined> {
  if (!isTold(setup, beginning)) return undefined;
  const id = await session();
  if (id === null) return null;
  const sid = await write(setup, beginning, id ?? crypto.randomUUID(), id ?? null);
  const { revocation } = setup.config;
  // After the write: what ends the session at the same time finds it, or is seen here.
  return id === undefined || await peekRecord(revocation, id) === "live" ? sid : null;
}

/** Notes that a device signs a user in, whose session there is none of a browser. */
export async function beginDeviceSession(
  setup: OAuthSetup,
  beginning: Beginning,
  family: string,
): Promise<string | undefined> {
  return isTold(setup, beginning) ? await write(setup, beginning, family, null) : undefined;
}

/** Clients cannot compare what they know: each has an id of its own for one session. */
async function write(
  { config: { records } }: OAuthSetup,
  { userId, client, grant, organization }: Beginning,
  origin: string,
  session: string | null,
): Promise<string> {
  const sid = await hashParts("session at a client", [origin, client.id, organization ?? ""]);
  const data = { client: client.id, session, grant, organization, endedAt: null };
  const expires = msFromNow(KEPT_MS);
  await clientSessions.update(records, sid, () => ({ userId, expires, data }), null);
  return sid;
}

/**
 * Refuses tokens for a session that has ended.
 *
 * @throws {OAuthRefusal} `invalid_grant`
 */
export async function requireClientSession(
  { config: { records } }: Pick<OAuthSetup, "config">,
  sid: string,
): Promise<void> {
  const found = await clientSessions.get(records, sid);
  if (found && found.data.endedAt === null) return;
  throw new OAuthRefusal("invalid_grant", "The session has ended");
}

/** Sessions of a user: those here, those of a grant, those in an organization, or all. */
export type Which = (found: { readonly id: string; readonly data: ClientSessionData }) => boolean;

/** Tells clients that sessions of a user end. */
export async function endClientSessions(
  config: OAuthConfig,
  userId: string,
  which: Which = () => true,
): Promise<void> {
  const { records } = config;
  const all: ClientSession[] = [];
  for await (const found of clientSessions.listAll(records, userId)) {
    if (which(found)) all.push(found);
  }
  for (const found of all) await endOne(config, found);
  if (all.length > 0) wakeLogouts(config);
}

/** Of any number of calls at once, all write the same message. */
async function endOne(
  { records }: OAuthConfig,
  { id: sid, owner }: ClientSession,
): Promise<void> {
  let marked: ClientSessionData | undefined;
  await clientSessions.update(records, sid, (known) => {
    marked = known?.data;
    if (!known || known.data.endedAt !== null) return undefined;
    marked = { ...known.data, endedAt: nowMs() };
    return { userId: known.owner, expires: known.expires, data: marked };
  });
  const sub = owner!;
  if (!marked) return;
  const { client: receiver, endedAt } = marked;
  await logouts.add(records, {
    // It was written just now.
    at: endedAt!,
    key: sid,
    receiver,
    stream: sub,
    body: { client: receiver, sub, sid },
  });
  // One that began again meanwhile stays.
  const known = await clientSessions.get(records, sid);
  if (known && known.data.endedAt !== null) await clientSessions.removeSame(records, sid, known);
}

/**
 * Ends something between two looks: the messages of the first one outlive a process that is killed, and
 * the second one finds what has begun meanwhile.
 */
export async function tellingClients<T>(
  { config, settings }: OAuthSetup,
  userId: string,
  which: Which,
  end: () => Promise<T>,
): Promise<T> {
  if (!settings.sendsLogouts) return await end();
  await endClientSessions(config, userId, which);
  const result = await end();
  await retryOnce(() => endClientSessions(config, userId, which));
  return result;
}

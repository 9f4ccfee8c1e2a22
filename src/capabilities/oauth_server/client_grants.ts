/**
 * The grants of a client: who has given it access. An entry is written with the first token of a grant and
 * renewed with later ones, so grants of versions before are found from their next token on.
 *
 * @module
 */

import { hashText } from "../../base/hashed.ts";
import { nowMs } from "../../base/time.ts";
import { ownerOfApp } from "../../records/owner.ts";
import type { RecordStore } from "../../types/records.ts";
import { type Grant, standingGrant } from "./grants.ts";
import { clientGrants, type GrantData, grants } from "./kinds.ts";
import type { OAuthConfig, OAuthSetup } from "./settings.ts";

/** Milliseconds for which an entry stays: every refresh token ends within 90 days. */
const LISTED_MS = 180 * 86_400_000;

/** The client as the owner of entries: its id can be a long URL. */
async function ownerOfGrants(client: string): Promise<string> {
  return ownerOfApp(`oauth-grants-${await hashText("oauth client", client)}`);
}

/** Returns `true` for a grant whose entry stays for long enough. */
export function isListed({ listedUntil = 0 }: Pick<GrantData, "listedUntil">): boolean {
  return listedUntil - nowMs() > LISTED_MS / 2;
}

/**
 * Writes the entry of a grant, which is there already: so an entry without a grant is of one that ended.
 *
 * @returns milliseconds since 1970 until which it stays
 */
export async function listForClient(
  records: RecordStore,
  { id, data: { client } }: Pick<Grant, "data" | "id">,
): Promise<number> {
  const until = nowMs() + LISTED_MS;
  const value = { userId: await ownerOfGrants(client), expires: new Date(until), data: null };
  await clientGrants.update(records, id, () => value, null);
  return until;
}

/** Most people that are counted: a page of the store. */
const MOST_PEOPLE = 1000;

/** Most people that are counted where each of their grants must be read. */
const MOST_READ = 100;

/** How many people gave a client access. */
export interface PeopleCount {
  /** Number of people, up to a bound. */
  readonly count: number;
  /** Present where there are more. */
  readonly isMore?: true;
}

/**
 * Counts the people who gave a client access. A person has one grant for each organization, so where
 * users choose one, the grants say whose they are; elsewhere, the entries are enough.
 */
export async function countPeople(
  { config: { records }, settings: { choosesOrganization } }: OAuthSetup,
  client: string,
): Promise<PeopleCount> {
  const owner = await ownerOfGrants(client);
  const limit = choosesOrganization ? MOST_READ : MOST_PEOPLE;
  const entries = await clientGrants.list(records, owner, { limit });
  const next = entries.length < limit
    ? []
    : await clientGrants.list(records, owner, { after: entries.at(-1)!.id, limit: 1 });
  const isMore = next.length > 0 ? { isMore: true } as const : {};
  if (!choosesOrganization) return { count: entries.length, ...isMore };
  const found = await Promise.all(entries.map(({ id }) => grants.get(records, id)));
  return { count: new Set(found.flatMap((one) => one?.owner ?? [])).size, ...isMore };
}

/** A page of the grants of a client that count, and the last id of the page, if there may be another. */
export async function grantsOfClient(
  config: OAuthConfig,
  client: string,
  page: { readonly after: string | undefined; readonly limit: number },
): Promise<{ grants: readonly Grant[]; next?: string }> {
  const entries = await clientGrants.list(config.records, await ownerOfGrants(client), page);
  const found = await Promise.all(entries.map(({ id }) => standingGrant({ config }, id)));
  return {
    grants: found.filter((grant) => grant?.data.client === client).map((grant) => grant!),
    ...entries.length < page.limit ? {} : { next: entries.at(-1)!.id },
  };
}

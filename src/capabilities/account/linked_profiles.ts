/**
 * What providers call the accounts of users: an address or a user name, by which users tell two
 * accounts at one provider apart. It is shown and decides nothing.
 *
 * @module
 */

import { hashUnnamed } from "../../base/hashed.ts";
import { cleanName } from "../../base/names.ts";
import { isRecord } from "../../base/objects.ts";
import { defineKind } from "../../records/kind.ts";
import { ownerOf } from "../../records/owner.ts";
import type { Account, Profile } from "../../types/entities.ts";
import type { Identity } from "../../types/identity.ts";
import type { ResolvedConfig } from "../../types/internal.ts";
import type { Moments } from "../../types/topics.ts";

type AccountId = Pick<Account, "provider" | "providerAccountId">;

/** Members of a record. */
type Data = { provider: string; providerAccountId: string; label: string };

/** By the ids of the account; the owner is its user. */
const profiles = defineKind<AccountId, Data>(
  "account.profile",
  (account) => hashUnnamed([account.provider, account.providerAccountId]),
);

/** Members of a profile that name the account, the best first. */
const NAMES = [
  ...["email", "preferred_username", "login", "username", "user_name", "screen_name"],
  ...["nickname", "handle"],
];

/** Most characters: those of an address. */
const MAX_LENGTH = 254;

function keyOf({ provider, providerAccountId }: AccountId): string {
  return JSON.stringify([provider, providerAccountId]);
}

/** The address at the provider, else the user name, else the name. */
export function labelOf({ user, profile }: Pick<Identity, "user" | "profile">): string | undefined {
  for (const text of [user.email, ...namesIn(profile), user.name]) {
    const label = typeof text === "string" ? cleanName(text, MAX_LENGTH) : undefined;
    if (label !== undefined) return label;
  }
}

/** Some providers put the profile into a member of their answer. */
function namesIn(profile: Profile | undefined): unknown[] {
  const { data } = profile ?? {};
  return [profile, data].flatMap((part) => isRecord(part) ? NAMES.map((name) => part[name]) : []);
}

/**
 * Keeps what the provider calls an account; writes only what has changed. A failure is logged: it
 * must stop no sign-in.
 */
export async function storeAccountLabel(
  { ctx: { config }, identity, userId }: Moments["account.proven"],
): Promise<void> {
  const label = labelOf(identity);
  if (label === undefined) return;
  const { provider, providerAccountId } = identity.account;
  // The config check demands records.
  const records = config.records!;
  const data: Data = { provider, providerAccountId, label };
  try {
    const known = await profiles.get(records, data);
    if (known?.owner === ownerOf(userId) && known.data.label === label) return;
    // When a parallel sign-in was faster, it has written the same.
    await profiles.replace(records, data, { userId, expires: null, data }, known);
  } catch (error) {
    config.logger.error(error as Error);
  }
}

/** Forgets what the provider calls an account. */
export async function removeAccountLabel(
  { config, account }: Moments["account.unlinked"],
): Promise<void> {
  await profiles.take(config.records!, account);
}

/** What the providers call the accounts of a user. */
export async function readLabels(
  config: ResolvedConfig,
  userId: string,
): Promise<(account: AccountId) => string | undefined> {
  const found = await profiles.list(config.records!, userId);
  const labels = new Map(found.map(({ data }) => [keyOf(data), data.label]));
  return (account) => labels.get(keyOf(account));
}

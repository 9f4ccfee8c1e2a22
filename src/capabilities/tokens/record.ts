/**
 * Records of the tokens of accounts.
 *
 * @module
 */

import { defineKind, type FoundRecord, type RecordValue } from "../../records/kind.ts";
import { hashParts } from "../../base/hashed.ts";
import { nowMs, secondsFromNow } from "../../base/time.ts";
import { warnOnce } from "../../hooks/logger.ts";
import { TokenRefreshError } from "../../errors.ts";
import { ownerOf } from "../../records/owner.ts";
import { canStartSession } from "../../session/user_status.ts";
import type { Account } from "../../types/entities.ts";
import type { ResolvedConfig } from "../../types/internal.ts";
import type { RecordStore } from "../../types/records.ts";
import { open, seal, type StoredTokens, toStoredTokens, unusable } from "./stored_tokens.ts";

/** Members of a record. */
type Data = { provider: string; sealed: string };

/** By id, which a session token may hold. The owner is the user; without an adapter there is none. */
const tokens = defineKind<string, Data>("tokens", (id) => id);

/**
 * What is sealed in a record: its owner is part of it, as its id is. Previews of 0.2.0 sealed no
 * owner; what they wrote is read by 0.2 alone.
 */
type Sealed = StoredTokens & { owner?: string | null };

/** Tokens of a record. */
export interface Stored {
  /** Id of the record. */
  id: string;
  /** Version of the record. */
  version: number;
  /** The tokens. */
  tokens: StoredTokens;
  /** Owner of the record. */
  owner: string | undefined;
  /** Expiry of the record. */
  expires: Date | null;
  /** `true` when the seal lacks the owner, and is to be written anew. */
  lacksOwner: boolean;
}

/** Id of an account's record. */
export async function idOf(
  { provider, providerAccountId }: Pick<Account, "provider" | "providerAccountId">,
): Promise<string> {
  return await hashParts("tokens", [provider, providerAccountId]);
}

/** Reads a record; `null` when there is none. */
export async function read(
  config: ResolvedConfig,
  records: RecordStore,
  id: string,
): Promise<Stored | null> {
  const found = await tokens.get(records, id);
  return found && await toStored(config, found);
}

/**
 * Lists the tokens of a user, those of the last sign-in first.
 *
 * @throws {TokenRefreshError} when there are some, and none can be opened
 */
export async function list(
  config: ResolvedConfig,
  records: RecordStore,
  userId: string,
  provider: string | undefined,
): Promise<Stored[]> {
  const entries = (await tokens.list(records, userId))
    .filter(({ data }) => provider === undefined || data.provider === provider);
  const opened = await Promise.allSettled(entries.map((entry) => toStored(config, entry)));
  const found = opened.flatMap((one) => one.status === "fulfilled" ? [one.value] : []);
  // Tokens of one account that cannot be opened do not stand in the way of the others.
  const failed = opened.find((one) => one.status === "rejected");
  if (failed && found.length === 0) throw failed.reason;
  return found.sort((a, b) => b.tokens.signedInAt - a.tokens.signedInAt);
}

async function toStored(config: ResolvedConfig, found: FoundRecord<Data>): Promise<Stored> {
  const { id, version, owner, expires, data } = found;
  const { owner: sealedOwner, ...content } = await open<Sealed>(config, data.sealed);
  // A person who can write to the store could give a user the tokens of another one.
  if (await idOf(content) !== id) throw unusable("the record is that of another account");
  const lacksOwner = sealedOwner === undefined;
  const expected = lacksOwner ? await linkedOwner(config, content) : sealedOwner;
  if (expected !== (owner ?? null)) throw unusable("the record is that of another user");
  return { id, version, owner, expires, tokens: content, lacksOwner };
}

/** Owner of the record of an account: the user who is linked to it; `null` without an adapter. */
async function linkedOwner(
  { store }: ResolvedConfig,
  { provider, providerAccountId }: StoredTokens,
): Promise<string | null | undefined> {
  if (!store) return null;
  const user = await store.getUserByAccount({ provider, providerAccountId });
  return user ? ownerOf(user.id) : undefined;
}

/**
 * Writes tokens.
 *
 * @param expected version that they replace; `null`: none
 * @returns `false` when a parallel call has written or removed the record
 */
export async function write(
  config: ResolvedConfig,
  records: RecordStore,
  { id, owner, tokens: content }: Pick<Stored, "id" | "owner" | "tokens">,
  expected: number | null,
): Promise<boolean> {
  const value = await toValue(config, { owner, tokens: content });
  return await tokens.replace(records, id, value, expected === null ? null : { version: expected });
}

async function toValue(
  config: ResolvedConfig,
  { owner, tokens: content }: Pick<Stored, "owner" | "tokens">,
): Promise<RecordValue<Data>> {
  const value: Sealed = { ...content, owner: owner ?? null };
  const data: Data = { provider: content.provider, sealed: await seal(config, value) };
  return { userId: owner, expires: expiryOf(config), data };
}

/**
 * Moves the expiry of a record that is used, at most once in half of its lifetime, and seals the
 * owner where the seal lacks it.
 */
export async function touch(
  config: ResolvedConfig,
  records: RecordStore,
  stored: Stored,
): Promise<void> {
  const { expires, lacksOwner } = stored;
  const leftMs = expires === null ? Infinity : expires.valueOf() - nowMs();
  if (!lacksOwner && leftMs > config.session.maxAge * 500) return;
  // When it fails, a parallel call has written the record.
  await write(config, records, stored, stored.version);
}

/** Without an adapter no user can be deleted, so tokens that are not used expire. */
function expiryOf({ store, session }: ResolvedConfig): Date | null {
  return store ? null : secondsFromNow(session.maxAge);
}

/**
 * Writes the tokens of a sign-in.
 *
 * @returns the id of their record; `undefined` when it brought no tokens, or the user was
 * deleted meanwhile
 */
export async function save(
  config: ResolvedConfig,
  records: RecordStore,
  userId: string,
  account: Account,
): Promise<string | undefined> {
  const id = await idOf(account);
  const owner = config.store ? ownerOf(userId) : undefined;
  const written = await tokens.update(records, id, async (known) => {
    // Tokens of another user, and those that no secret opens, are replaced.
    const before = known?.owner === owner && known
      ? await toStored(config, known).catch(replaceUnusable)
      : undefined;
    const content = storable(config, toStoredTokens(account, before?.tokens));
    return content && await toValue(config, { owner, tokens: content });
  });
  if (!written) return undefined;
  // After the write, so that it is found or removed when the user is deleted at the same time.
  if (!config.revocation || await canStartSession(records, userId)) return id;
  await tokens.take(records, id);
  return undefined;
}

/** Most characters of tokens as JSON: a record has 32 KiB, and what is sealed is a third longer. */
const MAX_CHARACTERS = 23_000;

/** Tokens that fit into a record: no sign-in needs them. */
function storable(
  { logger }: ResolvedConfig,
  content: StoredTokens | undefined,
): StoredTokens | undefined {
  const fits = (tokens: StoredTokens) => JSON.stringify(tokens).length <= MAX_CHARACTERS;
  if (!content || fits(content)) return content;
  const less = { ...content, idTokens: [] };
  const member = fits(less) ? "id_token" : "access_token";
  warnOnce(logger, "member-too-large", `${member} (${content.provider})`);
  return fits(less) ? less : undefined;
}

/** Nothing, for tokens that cannot be opened. What the store could not say is no such answer. */
function replaceUnusable(error: unknown): undefined {
  if (!(error instanceof TokenRefreshError)) throw error;
}

/** Removes the tokens of an account. */
export async function forgetTokens(
  { records }: ResolvedConfig,
  account: Pick<Account, "provider" | "providerAccountId">,
): Promise<void> {
  if (records) await tokens.take(records, await idOf(account));
}

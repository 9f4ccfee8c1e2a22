/**
 * The session that asks for tokens, and the tokens that belong to it.
 *
 * @module
 */

import { accountIndex } from "../../records/account_index.ts";
import { proofOf, tokensOf } from "../../session/claims.ts";
import { readClaims } from "../../session/jwt.ts";
import { sessionOf } from "../../session/strategies.ts";
import type { AdapterAccount } from "../../types/adapter.ts";
import type { Context, ResolvedConfig } from "../../types/internal.ts";
import type { Proof } from "../../types/proof.ts";
import type { RecordStore } from "../../types/records.ts";
import { type Claim, openClaim } from "./claim.ts";
import { findIdToken, type StoredTokens, toStoredTokens } from "./stored_tokens.ts";
import { list, read, save, type Stored } from "./record.ts";

/** A live session. */
export interface TokenOwner {
  /** Id of the user. */
  userId: string;
  /** Proof of the session. */
  proof: Proof;
  /** Tokens in the session token, sealed. */
  tokens?: string | undefined;
}

/** The tokens of an account of the session's user: in a record, or in the session token. */
export type Found =
  | { stored: Stored; records: RecordStore }
  | { tokens: StoredTokens; claim: Claim; sealed: string };

/** The session of a request; `null` without a live one. */
export async function tokenOwner(ctx: Context): Promise<TokenOwner | null> {
  if (ctx.config.session.strategy === "jwt") {
    const claims = await readClaims(ctx);
    if (!claims?.sub) return null;
    return { userId: claims.sub, proof: proofOf(claims), tokens: tokensOf(claims) };
  }
  const session = await sessionOf(ctx).open(ctx);
  if (!session?.identity) return null;
  return { userId: session.identity.userId, proof: await session.proof() };
}

/**
 * Finds the tokens of the user's account at a provider: the account that began the session
 * or else the one that signed in last.
 *
 * @param provider Default: the provider that began the session; when that is unknown, the
 * only one whose tokens are kept
 */
export async function find(
  { config }: Context,
  { userId, proof, tokens: sealed }: TokenOwner,
  provider: string | undefined = proof.provider ?? undefined,
): Promise<Found | null> {
  const { records, store } = config;
  if (store && records) {
    let found = await list(config, records, userId, provider);
    if (found.length === 0 && provider !== undefined) {
      found = await moveToRecord(config, records, userId, provider);
    }
    const isAmbiguous = provider === undefined &&
      new Set(found.map(({ tokens }) => tokens.provider)).size > 1;
    const { sid } = proof.upstream ?? {};
    const isOwn = ({ tokens }: Stored) =>
      sid !== undefined && findIdToken(tokens, sid) !== undefined;
    const stored = isAmbiguous ? undefined : found.find(isOwn) ?? found[0];
    return stored ? { stored, records } : null;
  }
  const claim = await openClaim(config, sealed);
  const ids = Object.keys(claim);
  const id = provider ?? (ids.length === 1 ? ids[0]! : "");
  const entry = Object.hasOwn(claim, id) ? claim[id]! : undefined;
  if (!entry) return null;
  if ("kept" in entry) return { tokens: entry.kept, claim, sealed: sealed! };
  const stored = records && await read(config, records, entry.record);
  return stored ? { stored, records } : null;
}

/** Keeps the tokens of accounts that were linked before tokens were kept. */
async function moveToRecord(
  config: ResolvedConfig,
  records: RecordStore,
  userId: string,
  provider: string,
): Promise<Stored[]> {
  for (const account of await accountsAt(config, userId, provider)) {
    await save(config, records, userId, account);
  }
  return await list(config, records, userId, provider);
}

/** The user's accounts at a provider, from the adapter, with their tokens. */
async function accountsAt(
  config: ResolvedConfig,
  userId: string,
  provider: string,
): Promise<AdapterAccount[]> {
  const store = config.store!;
  if (store.listAccounts) {
    const accounts = await store.listAccounts(userId);
    return accounts.filter((account) => account.provider === provider && toStoredTokens(account));
  }
  if (!store.has("getAccount")) return [];
  const noted = (await accountIndex(config, userId) ?? [])
    .filter((account) => account.provider === provider);
  const accounts = await Promise.all(
    noted.map(({ providerAccountId }) => store.getAccount(providerAccountId, provider)),
  );
  return accounts.filter((account): account is AdapterAccount =>
    account !== null && !!toStoredTokens(account)
  );
}

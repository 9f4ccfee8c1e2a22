/**
 * Tokens in the accounts of an adapter, sealed at rest.
 *
 * @module
 */

import type { Seal } from "../../base/seals.ts";
import { AuthError } from "../../errors.ts";
import { openText, sealText } from "../../session/sealed_text.ts";
import type { AdapterAccount } from "../../types/adapter.ts";

/** Members of an account that are sealed. */
const SEALED = [
  "access_token",
  "refresh_token",
  "id_token",
  "oauth_token",
  "oauth_token_secret",
] as const satisfies (keyof AdapterAccount)[];

/** Start of a sealed value, which tells it from a token that was stored before. */
const PREFIX = "authjs.sealed.";

/** Accounts have no end: it holds for a hundred years. */
const SEAL = { salt: "authjs.account-tokens", maxAge: 3_153_600_000 } as const satisfies Seal;

type AnyAccount = Pick<AdapterAccount, "provider" | "providerAccountId"> & Record<string, unknown>;

/** Seals the tokens of an account. */
export async function seal<T extends AnyAccount>(
  account: T,
  secret: string | string[],
): Promise<T> {
  return await convert(account, async (token) => {
    const claims = { token, account: idOf(account) };
    return PREFIX + await sealText(secret, SEAL, claims);
  });
}

/**
 * Opens the tokens of an account. Those that cannot be opened are left out, so that the
 * account can still be listed and unlinked.
 *
 * @param report receives the reason
 */
export async function open<T extends AnyAccount>(
  account: T,
  secret: string | string[],
  report: (error: Error) => void,
): Promise<T> {
  return await convert(account, async (value) => {
    // Accounts that were stored without the option are not sealed.
    if (!value.startsWith(PREFIX)) return value;
    try {
      return await openToken(account, value.slice(PREFIX.length), secret);
    } catch (error) {
      const message = (error as Error).message;
      report(
        new AuthError(`Cannot open the tokens of a "${account.provider}" account: ${message}`),
      );
      return undefined;
    }
  });
}

async function openToken(
  account: AnyAccount,
  sealed: string,
  secret: string | string[],
): Promise<string> {
  const claims = await openText<{ token: string; account: string }>(secret, SEAL, sealed);
  // A sealed token can be copied into another row.
  if (claims!.account !== idOf(account)) throw new TypeError("they belong to another account");
  return claims!.token;
}

function idOf({ provider, providerAccountId }: AnyAccount): string {
  return JSON.stringify([provider, providerAccountId]);
}

/** A copy of an account with other tokens. */
async function convert<T extends AnyAccount>(
  account: T,
  change: (token: string) => Promise<string | undefined>,
): Promise<T> {
  const changed: Record<string, unknown> = { ...account };
  for (const name of SEALED) {
    const token = changed[name];
    if (typeof token === "string") changed[name] = await change(token);
  }
  return changed as T;
}

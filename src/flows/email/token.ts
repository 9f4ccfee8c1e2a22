/**
 * Tokens of links: random in the email, hashed in the store, valid once.
 *
 * The store has the hex SHA-256 of the token followed by the secret, so that an
 * attacker who reads the store cannot make a link.
 *
 * @module
 */

import { isEqual, sha256Hex } from "../../base/crypto/hash.ts";
import { shortHashParts } from "../../base/hashed.ts";
import { nowMs } from "../../base/time.ts";
import type { VerificationToken } from "../../types/adapter.ts";
import type { Context } from "../../types/internal.ts";
import type { EmailConfig } from "../../types/provider.ts";

/** Hash of a token for the store, made with the newest secret. */
export async function hashToken(
  ctx: Context,
  provider: EmailConfig,
  token: string,
): Promise<string> {
  return await sha256Hex(token + listSecrets(ctx, provider)[0]);
}

/**
 * Signature of a link, so that a page can show the address in it without using it up: a link that
 * somebody made up, or whose address was changed, shows none.
 */
export async function signLink(
  ctx: Context,
  provider: EmailConfig,
  token: string,
  identifier: string,
): Promise<string> {
  return await signature([provider.id, token, identifier], listSecrets(ctx, provider)[0]!);
}

/** `true` for the signature of a link of this app. */
export async function isSigned(
  ctx: Context,
  provider: EmailConfig,
  token: string,
  identifier: string,
  given: string,
): Promise<boolean> {
  for (const secret of listSecrets(ctx, provider)) {
    if (isEqual(await signature([provider.id, token, identifier], secret), given)) return true;
  }
  return false;
}

async function signature(parts: readonly string[], secret: string): Promise<string> {
  return await shortHashParts("link", parts, secret);
}

/**
 * Removes a token from the store, given the token in the link; it may have been
 * hashed with any of the listed secrets.
 *
 * @returns `null` when it is unknown, used, expired or for another address
 */
export async function useToken(
  ctx: Context,
  provider: EmailConfig,
  identifier: string,
  token: string,
): Promise<VerificationToken | null> {
  for (const secret of listSecrets(ctx, provider)) {
    const row = await ctx.config.store!.useVerificationToken({
      identifier,
      token: await sha256Hex(token + secret),
    });
    if (row) return live(row, identifier);
  }
  return null;
}

/**
 * Returns `false` when a link cannot sign in any more, without using it up: it is unknown, was used
 * or has expired. A store that cannot find a token without removing it does not say: `true`.
 *
 * @param stored stored form of the token, where the browser knows it
 */
export async function mayWork(
  ctx: Context,
  provider: EmailConfig,
  { identifier, token, stored }: {
    identifier: string;
    token: string;
    stored: string | undefined;
  },
): Promise<boolean> {
  const { store } = ctx.config;
  if (!store!.getVerificationToken) return true;
  for (const secret of stored === undefined ? listSecrets(ctx, provider) : [null]) {
    const row = await store!.getVerificationToken({
      identifier,
      token: secret === null ? stored! : await sha256Hex(token + secret),
    });
    if (row) return live(row, identifier) !== null;
  }
  return false;
}

/** Removes a row from the store, given its stored token. */
export async function useRow(
  ctx: Context,
  identifier: string,
  token: string,
): Promise<VerificationToken | null> {
  const row = await ctx.config.store!.useVerificationToken({ identifier, token });
  return row && live(row, identifier);
}

/** `null` when the row that a store returned is for another address, or has expired. */
function live(row: VerificationToken, identifier: string): VerificationToken | null {
  return row.identifier === identifier && row.expires.valueOf() >= nowMs() ? row : null;
}

/** Secrets, newest first; the last one is all of them joined, as Auth.js uses them. */
function listSecrets({ config }: Context, provider: EmailConfig): string[] {
  const secret: string | string[] = provider.secret ?? config.secret;
  if (typeof secret === "string") return [secret];
  return secret.length > 1 ? [...secret, secret.join(",")] : [...secret];
}

/**
 * Tokens of links: random in the email, hashed in the store, valid once.
 *
 * The store has the hex SHA-256 of the token followed by the secret, so that an
 * attacker who reads the store cannot make a link.
 *
 * @module
 */

import { isEqual, sha256Hex } from "../../base/crypto/hash.ts";
import { hashParts, shortHashParts } from "../../base/hashed.ts";
import { nowMs, nowSeconds, secondsFromNow } from "../../base/time.ts";
import { usedMarks } from "../../records/used.ts";
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

/**
 * The end of a link, in seconds since 1970, with its signature: the page that opens says that it is
 * over before a press does.
 */
export async function signEnd(
  ctx: Context,
  provider: EmailConfig,
  token: string,
  expires: Date,
): Promise<string> {
  const end = String(Math.floor(expires.valueOf() / 1000));
  const mac = await signature([provider.id, token, "until", end], listSecrets(ctx, provider)[0]!);
  return `${end}.${mac}`;
}

/** `true` for a signed end that has passed, and for one that nobody signed. */
export async function hasEnded(
  ctx: Context,
  provider: EmailConfig,
  token: string,
  until: string,
): Promise<boolean> {
  const [end = "", mac = ""] = until.slice(0, 64).split(".", 2);
  if (!/^\d{1,11}$/.test(end) || Number(end) < nowSeconds()) return true;
  for (const secret of listSecrets(ctx, provider)) {
    const parts = [provider.id, token, "until", end];
    if (isEqual(await signature(parts, secret), mac)) return false;
  }
  return true;
}

/**
 * Marks a link that was used, so that its page says so when it is opened again: stores cannot look at
 * a token without using it up. A failure is logged, since it must stop no sign-in.
 *
 * @param stored the token as it was stored
 */
export async function markUsed(
  { config: { records, logger } }: Context,
  provider: EmailConfig,
  stored: string,
): Promise<void> {
  if (!records) return;
  try {
    const expires = secondsFromNow(maxAgeOf(provider));
    await usedMarks.add(records, await nameUsed(stored), { expires, data: null });
  } catch (error) {
    logger.error(error as Error);
  }
}

/** Returns `true` for a token that was used, where there are records. It uses nothing up. */
export async function wasUsed(
  ctx: Context,
  provider: EmailConfig,
  token: string,
): Promise<boolean> {
  const { records } = ctx.config;
  if (!records) return false;
  for (const secret of listSecrets(ctx, provider)) {
    const name = await nameUsed(await sha256Hex(token + secret));
    if (await usedMarks.get(records, name)) return true;
  }
  return false;
}

async function nameUsed(stored: string): Promise<string> {
  return await hashParts("used link", [stored]);
}

/** Seconds for which a link is valid. Default: 1 day. */
export function maxAgeOf({ maxAge = 24 * 60 * 60 }: EmailConfig): number {
  return maxAge;
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

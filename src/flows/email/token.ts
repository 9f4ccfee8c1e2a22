/**
 * Tokens of links: random in the mail, hashed in the store, used once.
 *
 * Stored as hex SHA-256 of the token followed by the secret, so that whoever
 * reads the store can make no link.
 *
 * @module
 */

import { sha256Hex } from "../../crypto/hash.ts";
import type { VerificationToken } from "../../types/adapter.ts";
import type { Context } from "../../types/internal.ts";
import type { EmailConfig } from "../../types/provider.ts";

/** The form that is stored: made with the newest secret. */
export async function hashToken(
  ctx: Context,
  provider: EmailConfig,
  token: string,
): Promise<string> {
  return await sha256Hex(token + secretsOf(ctx, provider)[0]);
}

/**
 * Takes a token out of the store by its raw form, whichever secret it was
 * stored with.
 *
 * @returns `null` when it is unknown, used, expired or for another address
 */
export async function useToken(
  ctx: Context,
  provider: EmailConfig,
  identifier: string,
  token: string,
): Promise<VerificationToken | null> {
  for (const secret of secretsOf(ctx, provider)) {
    const row = await ctx.config.store!.useVerificationToken({
      identifier,
      token: await sha256Hex(token + secret),
    });
    if (row) return live(row, identifier);
  }
  return null;
}

/** Takes a row out of the store by its stored form. */
export async function useRow(
  ctx: Context,
  identifier: string,
  token: string,
): Promise<VerificationToken | null> {
  const row = await ctx.config.store!.useVerificationToken({ identifier, token });
  return row && live(row, identifier);
}

/** Stores answer what they found; it counts for that address and until that moment only. */
function live(row: VerificationToken, identifier: string): VerificationToken | null {
  return row.identifier === identifier && row.expires.valueOf() >= Date.now() ? row : null;
}

/** Newest first; last the joined form that the compatible core writes. */
function secretsOf({ config }: Context, provider: EmailConfig): string[] {
  const secret: string | string[] = provider.secret ?? config.secret;
  if (typeof secret === "string") return [secret];
  return secret.length > 1 ? [...secret, secret.join(",")] : [...secret];
}

/**
 * What a sign-out tells the provider of a connection, sealed in the record of the session. The seal is
 * bound to the key of the connection: one that has become another is told nothing.
 *
 * @module
 */

import type { Seal } from "../../base/seals.ts";
import { openText, sealText } from "../../session/sealed_text.ts";
import type { ResolvedConfig } from "../../types/internal.ts";
import type { LeavingSession } from "../../types/provider_session.ts";
import type { ConnectionData } from "./kinds.ts";
import type { ConnectionOf } from "./protocol.ts";

const SESSION = {
  salt: "authjs.connection-session",
  maxAge: 315_360_000,
} as const satisfies Seal;

/** Most characters of an ID token that is kept: one with many groups is longer. */
const MOST_KEPT = 4096;

/** What a sign-out tells the provider of an OpenID Connect session. */
export interface OidcSession {
  /** ID token; absent for one that is too long, so that the provider may ask. */
  readonly hint?: string;
}

/** Seals what a sign-out tells the provider; `undefined` where the connection tells nothing. */
export async function sealLeaving(
  { jwt: { secret } }: Pick<ResolvedConfig, "jwt">,
  { id, data }: Pick<ConnectionOf, "data" | "id">,
  told: object,
): Promise<LeavingSession | undefined> {
  if (!data.signsOut) return undefined;
  return { provider: id, sealed: await sealText(secret, SESSION, told, data.key) };
}

/** The same for an ID token. */
export async function sealIdToken(
  config: Pick<ResolvedConfig, "jwt">,
  connection: Pick<ConnectionOf, "data" | "id">,
  idToken: string | undefined,
): Promise<LeavingSession | undefined> {
  const isShort = idToken !== undefined && idToken.length <= MOST_KEPT;
  const told: OidcSession = isShort ? { hint: idToken } : {};
  return await sealLeaving(config, connection, told);
}

/** What was sealed for a connection; `undefined` once it has become another. */
export async function openLeaving<Told>(
  { jwt: { secret } }: Pick<ResolvedConfig, "jwt">,
  { key }: Pick<ConnectionData, "key">,
  sealed: string,
): Promise<Told | undefined> {
  try {
    return await openText<Told>(secret, SESSION, sealed, key) ?? undefined;
  } catch {
    return undefined;
  }
}

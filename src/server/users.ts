/**
 * A user as a whole: suspend and resume, export, delete.
 *
 * These functions do not check permissions: call them for an administrator, or for the user
 * who is signed in.
 *
 * @module
 */

import { accountsOf, remove } from "../accounts/manage.ts";
import { AuthError } from "../errors.ts";
import { audit } from "../hooks/audit.ts";
import { lazy } from "../lazy.ts";
import { resume, suspend, suspensionOf } from "../session/access.ts";
import { endSessions } from "../accounts/sessions.ts";
import type { AdapterUser } from "../types/adapter.ts";
import type { AuthConfig } from "../types/config.ts";
import type { ResolvedConfig, ResolvedRevocation } from "../types/internal.ts";
import { type AccountInfo, toAccountInfo } from "./accounts.ts";
import { requireConfig, requireStore } from "./environment.ts";
import { type FactorInfo, listFactors } from "./factors.ts";
import { listPasskeys, type Passkey } from "./passkeys.ts";
import { listSessions, type SessionInfo } from "./sessions.ts";

const passwordRecords = lazy(() => import("../passwords/records.ts"));

/** All that is kept about a user, except what would open something. JSON can hold it. */
export interface UserExport {
  /** The stored user, with the members that the app added. */
  user: AdapterUser;
  /** Linked accounts, without their tokens. */
  accounts: AccountInfo[];
  /** Live sessions, without their tokens; empty for token sessions without records. */
  sessions: SessionInfo[];
  /** Passkeys, without their public keys. */
  passkeys: Passkey[];
  /** Second factors, without their secrets. */
  factors: FactorInfo[];
  /** Time at which the user set a password; `null` without one, or without `Password`. */
  passwordSetAt: Date | null;
  /** Time of the suspension; `null` for a user who is not suspended. */
  suspendedAt: Date | null;
}

/**
 * Ends all sessions of a user, and refuses every sign-in until {@linkcode resumeUser}.
 *
 * Database sessions end at once. Token sessions end at the next read, and in other
 * processes at most `session.revocation.maxLag` seconds later. A sign-in that runs at the
 * same time leaves no session. Who is refused sees the error page `AccessDenied`.
 *
 * @throws {AuthError} when `session.revocation` is not set
 *
 * @example
 * ```ts
 * import { MemoryAdapter } from "@x/auth/adapters/memory";
 * import { resumeUser, suspendUser } from "@x/auth/server";
 *
 * const config = {
 *   providers: [],
 *   adapter: MemoryAdapter(),
 *   session: { revocation: {} },
 *   secret: "a-secret-of-at-least-32-characters",
 *   trustHost: true,
 * };
 * await suspendUser(config, "user-1");
 * await resumeUser(config, "user-1");
 * ```
 */
export async function suspendUser(config: AuthConfig, userId: string): Promise<void> {
  const resolved = requireConfig(config);
  await suspend(requireRevocation(resolved).records, userId);
  await endSessions(resolved, userId, "suspended");
  await audit({ config: resolved }, { name: "user.suspended", userId });
}

/**
 * Ends the suspension of a user, who can sign in again. Sessions from before stay ended.
 *
 * @throws {AuthError} when `session.revocation` is not set
 */
export async function resumeUser(config: AuthConfig, userId: string): Promise<void> {
  const resolved = requireConfig(config);
  await resume(requireRevocation(resolved).records, userId, resolved.session.maxAge);
  await audit({ config: resolved }, { name: "user.resumed", userId });
}

/**
 * Returns all that is kept about a user, for example to answer a request for a copy of
 * personal data. Tokens and keys are left out.
 *
 * @returns `null` when there is no such user
 * @throws {MissingAdapter} when the config has no adapter
 * @throws {MissingAdapterMethods} when the store cannot list accounts or database sessions
 *
 * @example
 * ```ts
 * import { MemoryAdapter } from "@x/auth/adapters/memory";
 * import { exportUser } from "@x/auth/server";
 * import { assertEquals } from "@std/assert";
 *
 * const adapter = MemoryAdapter();
 * const config = { providers: [], adapter, secret: "a-secret-of-at-least-32-characters" };
 * await adapter.createUser({ id: "1", email: "ada@example.com", emailVerified: null });
 * const found = await exportUser(config, "1");
 * assertEquals(found?.user.email, "ada@example.com");
 * assertEquals(found?.accounts, []);
 * ```
 */
export async function exportUser(config: AuthConfig, userId: string): Promise<UserExport | null> {
  const resolved = requireStore(config);
  const { store, session, revocation, records, passwords } = resolved;
  const user = await store.getUser(userId);
  if (!user) return null;
  const keepsSessions = session.strategy === "database" || revocation !== undefined;
  return {
    user,
    accounts: (await accountsOf(resolved, userId)).map(toAccountInfo),
    sessions: keepsSessions ? await listSessions(config, userId) : [],
    passkeys: store.has("listAuthenticatorsByUserId") ? await listPasskeys(config, userId) : [],
    factors: resolved.factors ? await listFactors(config, userId) : [],
    passwordSetAt: passwords ? await passwordTime(resolved, userId) : null,
    suspendedAt: records ? await suspensionOf(records, userId) : null,
  };
}

/**
 * Deletes a user with accounts, sessions, passkeys and records. With `session.revocation`
 * the user's token sessions end too, and a sign-in that runs at the same time leaves no
 * session; without it, a token stays valid until it expires.
 *
 * The adapters of this library also remove the one-time tokens of the address. Those of
 * Auth.js have no method for it: there they stay until the store removes what has expired.
 *
 * @throws {MissingAdapter} when the config has no adapter
 * @throws {MissingAdapterMethods} when the store cannot delete users
 */
export async function deleteUser(config: AuthConfig, userId: string): Promise<void> {
  await remove(requireStore(config), userId);
}

async function passwordTime(config: ResolvedConfig, userId: string): Promise<Date | null> {
  const { passwordOf } = await passwordRecords();
  return (await passwordOf(config, userId))?.setAt ?? null;
}

function requireRevocation({ revocation }: ResolvedConfig): ResolvedRevocation {
  if (revocation) return revocation;
  throw new AuthError(
    "Cannot suspend users: sessions without records cannot be ended; set `session.revocation`",
    { cause: { option: "session.revocation" } },
  );
}

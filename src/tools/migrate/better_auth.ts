/**
 * Everybody in the tables of Better Auth, moved to the adapter of this app: users, accounts,
 * passwords, passkeys, second factors, user names and open sessions.
 *
 * | Better Auth | Here |
 * |---|---|
 * | `user.id` | the id, when the adapter keeps ids; otherwise see `moved` |
 * | `user.name`, `image` | `name`, `image` |
 * | `user.email` | `email`, in the spelling of sign-ins by email |
 * | `user.emailVerified` | `emailVerified`, with the time of the row's last change |
 * | `user.username`, `displayUsername` | members of the user, as data; see `columns` for others |
 * | `user.banned` | the user is suspended, at each run |
 * | `account.providerId`, `accountId` | `provider`, `providerAccountId` |
 * | `account.accessToken`, `refreshToken`, `idToken` | `access_token`, `refresh_token`, `id_token`, opened when they were sealed |
 * | `account.accessTokenExpiresAt`, `scope` | `expires_at`, `scope` |
 * | `account.password` of `credential` | the password of `Password()`, with the same hash |
 * | `passkey` | a passkey of the first passkey provider |
 * | `twoFactor.secret` | an authenticator app of `Totp()` |
 * | `twoFactor.backupCodes` | codes of `RecoveryCodes()` |
 * | `session` | goes on, with `legacy: betterAuth()` in the config |
 * | `organization`, `member`, `invitation` | organizations of `Organizations()`, with ids of their own |
 * | `apikey` | keys of `ApiKeys({ legacy: true })`, with the same text |
 * | `verification`, `team`, tables of other plugins | left out, with the number of rows |
 *
 * Ids of accounts are those of the providers, and equal in both libraries. Microsoft is the
 * exception: Better Auth keeps `oid`, so give the provider a `profile` that returns it as `id`.
 *
 * A user who has a second factor is asked for it after every sign-in, also with an account or a
 * link. A password whose second factor cannot be moved is left out.
 *
 * An address that was not proven opens nothing by itself, since another person may have claimed
 * it. Its password is kept: when it is typed, a link is sent to the address, and once that is
 * opened in the same browser, the address is proven and the password counts. A person who opens a link
 * without the password gets the user too, but not the password, and the open sessions of the user
 * end. A user who has accounts, passkeys or a second factor as well keeps those without the
 * address; a person who opens a link without the password gets another user. Better Auth can keep a
 * password that a stranger set before the owner proved the address; such a password is imported
 * like any other.
 *
 * A run that fails can be repeated, and so can one that succeeded: what is there is not
 * written again, and what users removed here does not come back. Event handlers other than
 * `audit` are not called.
 *
 * @example
 * ```ts
 * import { MemoryAdapter } from "@x/auth/adapters/memory";
 * import { betterAuthRows, importBetterAuth } from "@x/auth/legacy/better-auth";
 * import { assertEquals } from "@std/assert";
 *
 * const config = {
 *   providers: [],
 *   adapter: MemoryAdapter(),
 *   secret: "a-secret-of-at-least-32-characters",
 * };
 * const rows = betterAuthRows({
 *   user: [{ id: "1", name: "Ada", email: "ada@example.com", emailVerified: true }],
 *   account: [],
 * });
 * const plan = await importBetterAuth(config, rows, { dryRun: true });
 * assertEquals(plan.users, { written: 1, known: 0 });
 * assertEquals(plan.problems, []);
 * ```
 *
 * @module
 */

import { lazy } from "../../base/lazy.ts";
import type { ServerConfig } from "../../types/inference.ts";
import type { BetterAuthOptions, BetterAuthReport, BetterAuthRow } from "./better_auth_types.ts";

export type { LegacySessions } from "../../types/legacy.ts";
export { betterAuth, type BetterAuthSessionOptions } from "./better_auth_sessions.ts";
export { betterAuthRows } from "./better_auth_tables.ts";
export type * from "./better_auth_types.ts";

// An app that reads sessions imports this module too.
const work = lazy(() => import("./better_auth_import.ts"));

/**
 * Imports users of Better Auth with all that belongs to them. Begin with a dry run, whose report
 * names what would be left out.
 *
 * @param config the config of the app or the result of `defineAuth`, with the providers that the accounts belong to
 * @param rows users with all that belongs to them, as {@linkcode betterAuthRows} returns them
 * @throws {MissingAdapter} when the config has no adapter
 * @throws {AdapterError} when the store fails; repeat the run
 */
export async function importBetterAuth(
  config: ServerConfig,
  rows: Iterable<BetterAuthRow> | AsyncIterable<BetterAuthRow>,
  options: BetterAuthOptions = {},
): Promise<BetterAuthReport> {
  return await (await work()).importRows(config, rows, options);
}

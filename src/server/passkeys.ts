/**
 * A user's passkeys, for a settings page: list, rename, remove.
 *
 * Every function takes the id of the user who is signed in. Take it from the
 * session, never from the request: nothing here asks whether the caller may.
 *
 * @module
 */

import { ownKey, removeKey } from "../accounts/manage.ts";
import { AuthError } from "../errors.ts";
import { requireMethods } from "../hooks/adapter.ts";
import type { AdapterAuthenticator } from "../types/adapter.ts";
import type { AuthConfig } from "../types/config.ts";
import { requireStore } from "./environment.ts";

/** A passkey as its owner may see it. */
export interface Passkey {
  /** Credential id, standard base64 with padding. */
  id: string;
  /** What its owner calls it; `null` without a name. */
  name: string | null;
  /** Whether it can be on several devices. */
  isSynced: boolean;
  /** Whether it is on several devices already, so that losing one does no harm. */
  isBackedUp: boolean;
  /** Ways to reach the authenticator, for example `internal` or `usb`. */
  transports: string[];
}

/** What an app knows about other ways to sign in. */
export interface RemovePasskeyOptions {
  /**
   * Whether the user has a way in that the store does not know, such as a
   * password. Then the last passkey may go too. Default `false`.
   */
  hasOtherWayIn?: boolean;
}

/** Characters of the longest name. */
const MAX_NAME_LENGTH = 64;

/**
 * Lists a user's passkeys.
 *
 * @param userId id of the user who is signed in
 * @throws {MissingAdapter} when the config has no adapter
 *
 * @example
 * ```ts
 * import { MemoryAdapter } from "@x/auth/adapters/memory";
 * import Passkey from "@x/auth/providers/passkey";
 * import { listPasskeys } from "@x/auth/server";
 *
 * const config = {
 *   providers: [Passkey],
 *   adapter: MemoryAdapter(),
 *   experimental: { enableWebAuthn: true },
 *   secret: "a-secret-of-at-least-32-characters",
 *   trustHost: true,
 * };
 * for (const { name, isBackedUp } of await listPasskeys(config, "user-1")) {
 *   console.log(name ?? "Passkey", isBackedUp);
 * }
 * ```
 */
export async function listPasskeys(config: AuthConfig, userId: string): Promise<Passkey[]> {
  const { store } = requireStore(config);
  return (await store.listAuthenticatorsByUserId(userId)).map(toPasskey);
}

/**
 * Gives a passkey a name.
 *
 * @param userId id of the user who is signed in
 * @param id the passkey's, from {@linkcode listPasskeys}
 * @param name 1 to 64 characters; surrounding and repeated white space goes
 * @throws {MissingAdapterMethods} when the store keeps no names
 * @throws {AuthError} when the user has no such passkey, or the name is not one
 */
export async function renamePasskey(
  config: AuthConfig,
  userId: string,
  id: string,
  name: string,
): Promise<void> {
  const { store } = requireStore(config);
  requireMethods(store, ["renameAuthenticator"]);
  const clean = name.normalize("NFC").replaceAll(/\s+/g, " ").trim();
  if (
    clean === "" || [...clean].length > MAX_NAME_LENGTH || /\p{Cc}|\p{Bidi_Control}/u.test(clean)
  ) {
    throw new AuthError(
      `Cannot name the passkey like this: use 1 to ${MAX_NAME_LENGTH} visible characters`,
    );
  }
  await ownKey(store, userId, id);
  await store.renameAuthenticator(id, clean);
}

/**
 * Removes a passkey, and the account that stands for it, unless the user could
 * not sign in any more.
 *
 * Ways in are the user's other passkeys, accounts of providers that are
 * configured, and an e-mail address where an e-mail provider is. A store that
 * cannot list accounts has none. Of parallel calls, none leaves the user without
 * a way in.
 *
 * @param userId id of the user who is signed in
 * @param id the passkey's, from {@linkcode listPasskeys}
 * @returns `false` when it is the last way in, and nothing was removed
 * @throws {MissingAdapterMethods} when the store cannot remove passkeys
 * @throws {AuthError} when the user has no such passkey
 *
 * @example
 * ```ts
 * import { MemoryAdapter } from "@x/auth/adapters/memory";
 * import Passkey from "@x/auth/providers/passkey";
 * import { listPasskeys, removePasskey } from "@x/auth/server";
 *
 * const config = {
 *   providers: [Passkey],
 *   adapter: MemoryAdapter(),
 *   experimental: { enableWebAuthn: true },
 *   secret: "a-secret-of-at-least-32-characters",
 *   trustHost: true,
 * };
 * const [first] = await listPasskeys(config, "user-1");
 * if (first && !(await removePasskey(config, "user-1", first.id))) {
 *   console.log("Add another passkey first.");
 * }
 * ```
 */
export async function removePasskey(
  config: AuthConfig,
  userId: string,
  id: string,
  { hasOtherWayIn = false }: RemovePasskeyOptions = {},
): Promise<boolean> {
  return await removeKey(requireStore(config), userId, id, hasOtherWayIn);
}

function toPasskey(key: AdapterAuthenticator): Passkey {
  return {
    id: key.credentialID,
    name: key.name ?? null,
    isSynced: key.credentialDeviceType === "multiDevice",
    isBackedUp: Boolean(key.credentialBackedUp),
    transports: key.transports?.split(",").filter(Boolean) ?? [],
  };
}

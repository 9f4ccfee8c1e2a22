/**
 * The code of passkey providers.
 *
 * @module
 */

import { lazy, withNames } from "../../base/lazy.ts";
import type { PasskeyCode } from "../../config/capability.ts";
import type { Needs } from "../../config/needs.ts";
import { DuplicateConditionalUI } from "../../errors.ts";
import type { KeyMethods } from "./key_records.ts";
import { relatedOrigins } from "./related_origins.ts";
import type { AuthConfig } from "../../types/config.ts";
import type { Store, StoreMethod } from "../../types/internal.ts";
import type { RecordStore } from "../../types/records.ts";
import type { ResolvedProvider } from "../../types/resolved_provider.ts";
import type { WebAuthnConfig } from "../../types/webauthn.ts";

/** Methods that passkeys need with any session strategy. */
const METHODS: readonly StoreMethod[] = [
  "createUser",
  "getUser",
  "getUserByEmail",
  "getUserByAccount",
  "linkAccount",
];

/** Methods for the passkeys themselves, which the store of records has where an adapter has none. */
const KEY_METHODS = [
  "getAuthenticator",
  "createAuthenticator",
  "listAuthenticatorsByUserId",
  "updateAuthenticatorCounter",
] as const satisfies readonly StoreMethod[];

/** Methods that more depends on, such as the rows of the account page. */
const MORE_KEY_METHODS = [
  "renameAuthenticator",
  "deleteAuthenticator",
] as const satisfies readonly StoreMethod[];

/** Returns `true` for an adapter that keeps passkeys, or has begun to. */
function keepsKeys(adapter: AuthConfig["adapter"]): boolean {
  return KEY_METHODS.some((name) => typeof adapter?.[name] === "function");
}

/** What a config needs: where its adapter keeps no passkeys, a store of records. */
function needsOf(config: AuthConfig): Needs {
  if (keepsKeys(config.adapter)) return { adapter: [...METHODS, "getAccount", ...KEY_METHODS] };
  return { adapter: METHODS, records: "always" };
}

/** An account with its owner, from an adapter that cannot read accounts. */
function ownedAccount(store: Store): Store["getAccount"] {
  return async (providerAccountId, provider) => {
    const owner = await store.getUserByAccount({ provider, providerAccountId });
    return owner && { provider, providerAccountId, userId: owner.id, type: "webauthn" };
  };
}

/** The store with passkeys in records, beside those of an adapter that keeps some. */
function withKeys(store: Store, records: RecordStore): Store {
  const ofStore = KEY_METHODS.some((name) => store.has(name)) ? store : undefined;
  const names: readonly (keyof KeyMethods)[] = [
    ...KEY_METHODS,
    ...MORE_KEY_METHODS.filter((name) => !ofStore || ofStore.has(name)),
  ];
  const methods = lazy(async () => (await import("./key_records.ts")).keyMethods(records, ofStore));
  const call = (name: keyof KeyMethods) => async (...args: unknown[]) =>
    await ((await methods())[name] as (...args: unknown[]) => unknown)(...args);
  const known: ReadonlySet<StoreMethod> = new Set(names);
  return {
    ...store,
    // `has` stays as it is: this tells whose account it is, and nothing else that is stored with it.
    ...store.has("getAccount") ? {} : { getAccount: ownedAccount(store) },
    ...Object.fromEntries(names.map((name) => [name, call(name)])),
    has: (name) => known.has(name) || store.has(name),
  };
}

const isPasskey = (provider: ResolvedProvider) => provider.type === "webauthn";

/** The flow, the script of the sign-in page, and the functions of the app. */
export const passkeyCode: PasskeyCode<WebAuthnConfig> = {
  check(_, providers) {
    const shown = providers.filter((one) => one.type === "webauthn" && one.enableConditionalUI);
    if (shown.length < 2) return undefined;
    return new DuplicateConditionalUI(
      "Cannot offer two passkey providers in the autofill: set `enableConditionalUI: false` on one",
    );
  },
  needs: (config, providers) =>
    providers.filter(isPasskey).map(({ id }) => ({ provider: id, ...needsOf(config) })),
  completeStore: withKeys,
  flow: lazy(async () => (await import("./flow.ts")).webauthnFlow),
  endpoints: relatedOrigins,
  functions: { passkeys: withNames(() => import("./functions.ts"), "list remove rename") },
  parts: { newPasskeys: lazy(() => import("../../accounts/passkey.ts")) },
  script: async () => (await import("../../../pages/webauthn_script.ts")).webauthnScript,
};

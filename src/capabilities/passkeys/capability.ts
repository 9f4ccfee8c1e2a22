/**
 * The code of passkey providers.
 *
 * @module
 */

import { lazy } from "../../base/lazy.ts";
import type { PasskeyCode } from "../../config/capability.ts";
import { DuplicateConditionalUI } from "../../errors.ts";
import { relatedOrigins } from "./related_origins.ts";
import type { StoreMethod } from "../../types/internal.ts";
import type { ResolvedProvider } from "../../types/resolved_provider.ts";
import type { WebAuthnConfig } from "../../types/webauthn.ts";

/** Methods that passkeys need with any session strategy. */
const METHODS: readonly StoreMethod[] = [
  "createUser",
  "getUser",
  "getUserByEmail",
  "getUserByAccount",
  "linkAccount",
  "getAccount",
  "getAuthenticator",
  "createAuthenticator",
  "listAuthenticatorsByUserId",
  "updateAuthenticatorCounter",
];

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
  needs: (_, providers) =>
    providers.filter(isPasskey).map(({ id }) => ({ provider: id, adapter: METHODS })),
  flow: lazy(async () => (await import("./flow.ts")).webauthnFlow),
  endpoints: relatedOrigins,
  functions: { passkeys: () => import("./functions.ts") },
  script: async () => (await import("../../../pages/webauthn_script.ts")).webauthnScript,
};

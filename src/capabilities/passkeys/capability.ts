/**
 * The code of passkey providers.
 *
 * @module
 */

import { lazy } from "../../base/lazy.ts";
import type { PasskeyCode } from "../../config/capability.ts";
import { relatedOrigins } from "./related_origins.ts";
import type { WebAuthnConfig } from "../../types/webauthn.ts";

/** The flow, the script of the sign-in page, and the functions of the app. */
export const passkeyCode: PasskeyCode<WebAuthnConfig> = {
  flow: lazy(async () => (await import("./flow.ts")).webauthnFlow),
  endpoints: relatedOrigins,
  functions: { passkeys: () => import("./functions.ts") },
  script: async () => (await import("../../../pages/webauthn_script.ts")).webauthnScript,
};

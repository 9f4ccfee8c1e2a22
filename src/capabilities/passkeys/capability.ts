/**
 * The code of passkey providers.
 *
 * @module
 */

import { lazy } from "../../base/lazy.ts";
import type { WebAuthnEngine } from "../../config/capability.ts";

/** The flow, and the script of the sign-in page. */
export const webauthnEngine: WebAuthnEngine = {
  flow: lazy(async () => (await import("./flow.ts")).webauthnFlow),
  script: async () => (await import("../../../pages/webauthn_script.ts")).webauthnScript,
};

/**
 * Browser functions for passkeys in SvelteKit apps.
 *
 * ```svelte
 * <script>
 *   import { signIn } from "@x/auth/sveltekit/webauthn";
 * </script>
 *
 * <button onclick={() => signIn("passkey")}>Sign in with a passkey</button>
 * ```
 *
 * @module
 */

import * as paths from "$app/paths";
import {
  signIn as signInWithPasskey,
  type SignInOptions,
  type SignInResponse,
} from "@x/auth/client/webauthn";
import { toBasePath } from "./base_path.ts";

export { isAutofillSupported, isSupported } from "@x/auth/client/webauthn";
export type { SignInOptions, SignInResponse };

/**
 * Signs in with a passkey, or registers one, under `/auth` of the app.
 *
 * @param provider id of the provider. Default `passkey`
 */
export function signIn(provider?: string, options: SignInOptions = {}): Promise<SignInResponse> {
  return signInWithPasskey(provider, { basePath: toBasePath(paths, location.href), ...options });
}

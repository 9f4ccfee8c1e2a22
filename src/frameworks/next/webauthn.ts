/**
 * Passkeys in client components of Next.js.
 *
 * ```tsx ignore
 * import { signIn } from "@x/auth/next/webauthn";
 *
 * <button onClick={() => signIn("passkey")}>Sign in with a passkey</button>;
 * ```
 *
 * @module
 */

"use client";

import {
  signIn as signInWithPasskey,
  type SignInOptions,
  type SignInResponse,
} from "@x/auth/client/webauthn";
import { __NEXTAUTH } from "./client_config.ts";

export { isAutofillSupported, isSupported } from "@x/auth/client/webauthn";
export type { SignInOptions, SignInResponse };

/**
 * Signs in, or registers a passkey, under the base path of `SessionProvider`, by
 * default `/api/auth`.
 *
 * @param provider id of the provider. Default `passkey`
 */
export function signIn(provider?: string, options: SignInOptions = {}): Promise<SignInResponse> {
  return signInWithPasskey(provider, { basePath: __NEXTAUTH.basePath, ...options });
}

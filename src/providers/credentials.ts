/**
 * The app checks the credentials itself: passwords, one-time codes, or other
 * fields of a form. The library does not store them.
 *
 * @module
 */

import type { Optional } from "../types/entities.ts";
import type { CredentialInput, CredentialsConfig, OwnId, WithId } from "../types/provider.ts";
import { providerId } from "../base/provider_id.ts";

export type { CredentialsProviderId } from "../types/provider_id.ts";
export type { CredentialInput, CredentialsConfig };

/**
 * Sign in with fields of your own. The form posts to
 * `{origin}{basePath}/callback/credentials`.
 *
 * @param options `credentials` lists the fields of the built-in page;
 * `authorize` returns the user, or `null` to refuse, or throws
 * `CredentialsSignin` to refuse with a `code` of your own
 *
 * @example
 * ```ts
 * import Credentials from "@x/auth/providers/credentials";
 *
 * const provider = Credentials({
 *   credentials: {
 *     username: { label: "Name", autocomplete: "username" },
 *     password: { label: "Password", type: "password" },
 *   },
 *   authorize: ({ username, password }) =>
 *     username === "ada" && password === "lovelace" ? { id: "1", name: "Ada" } : null,
 * });
 * console.log(provider.id);
 * ```
 */
export default function Credentials<
  C extends Record<string, CredentialInput> = Record<string, CredentialInput>,
  Id extends OwnId<"credentials"> = "credentials",
>(options?: Optional<CredentialsConfig<C>> & WithId<Id>): CredentialsConfig<C, NoInfer<Id>> {
  return {
    id: providerId(options, "credentials"),
    name: "Credentials",
    type: "credentials",
    credentials: {} as C, // the cast holds: the app's `options` replace this
    authorize: () => null,
    options,
  };
}

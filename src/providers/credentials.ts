/**
 * The app checks the proof itself: passwords, one-time codes, anything a form
 * can carry. The library stores nothing about it.
 *
 * @module
 */

import type { Optional } from "../types/entities.ts";
import type { CredentialInput, CredentialsConfig, OwnId, WithId } from "../types/provider.ts";
import { idOf } from "./_id.ts";

export type { CredentialsProviderId } from "../types/provider_id.ts";
export type { CredentialInput, CredentialsConfig };

/**
 * Sign in with fields of your own. The form posts to
 * `{origin}{basePath}/callback/credentials`.
 *
 * @param options `credentials` names the fields of the built-in page,
 * `authorize` returns the user, or `null` to refuse; throw
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
    id: idOf(options, "credentials"),
    name: "Credentials",
    type: "credentials",
    credentials: {} as C, // no fields until the app names some
    authorize: () => null,
    options,
  };
}

/**
 * API keys for tests.
 *
 * @module
 */

import { checkDemand } from "../../base/demands.ts";
import { makeKeysCall } from "../../capabilities/keys/settings.ts";
import type { ApiKey } from "../../capabilities/keys/typed.ts";
import { createUserKey } from "../../capabilities/keys/user_keys.ts";
import { configFor } from "../../config/host.ts";
import { AuthError } from "../../errors.ts";
import { processEnvironment, resolveUserConfig, toUserConfig } from "../../server/environment.ts";
import type { User } from "../../types/entities.ts";
import type { AnyConfig, NamesIn } from "../../types/inference.ts";
import { signInAs, type SignInAsOptions } from "./sign_in_as.ts";

/** Options of {@linkcode keyFor}. */
export interface KeyForOptions<Scope extends string = string, Role extends string = string>
  extends SignInAsOptions<Role> {
  /** Scopes of the key, or `"all"` for what the user may do. */
  scopes: readonly Scope[] | "all";
  /** Id or slug of the organization that the key is bound to. Default: none. */
  organization?: string;
}

/** An API key. */
export interface TestKey {
  /** The key itself. */
  secret: string;
  /** Headers of a request with the key. */
  headers: Headers;
  /** What is kept of it, as `auth.keys.list` returns it. */
  key: ApiKey;
}

/**
 * Makes an API key of a user, whom it creates or finds as `signInAs` does. It is like one that
 * `auth.keys.createFor` makes, and no email is sent.
 *
 * @param auth the app's config, or the result of `defineAuth`, with `keys`
 * @throws {AuthError} as `signInAs` does, without `keys` in the config, for scopes that the config
 * does not name, and when the key is refused, for example to a user who is no member of the
 * organization; `cause.reason` is the reason
 *
 * @example
 * ```ts
 * import { MemoryAdapter } from "@x/auth/adapters/memory";
 * import { ApiKeys } from "@x/auth/keys";
 * import { defineAuth } from "@x/auth/server";
 * import { keyFor } from "@x/auth/testing";
 * import { assert } from "@std/assert";
 *
 * const auth = defineAuth({
 *   providers: [],
 *   adapter: MemoryAdapter(),
 *   session: { revocation: {} },
 *   keys: ApiKeys({ prefix: "acme", scopes: ["project:read", "project:write"] }),
 *   secret: "a-secret-of-at-least-32-characters",
 *   trustHost: true,
 * });
 * const { headers } = await keyFor(auth, { email: "ada@app.example" }, { scopes: ["project:read"] });
 * const request = new Request("http://localhost:8000/api", { headers });
 * const who = await auth.authenticate(request, { accept: ["key"], scopes: ["project:read"] });
 * assert(who.ok && !who.can("project:write"));
 * ```
 */
export async function keyFor<const Auth extends AnyConfig>(
  auth: Auth,
  user: User,
  { scopes, ...options }: KeyForOptions<NamesIn<Auth>["scope"], NamesIn<Auth>["role"]>,
): Promise<TestKey> {
  checkDemand("make an API key", "scopes", scopes, "value");
  const bound: { organization?: string } = {};
  if ("organization" in options) {
    checkDemand("make an API key", "organization", options.organization, "text");
    bound.organization = options.organization!;
  }
  const written = toUserConfig(auth);
  if (written.keys === undefined) {
    throw new AuthError("Cannot make an API key: set `keys` in the config", {
      cause: { option: "keys" },
    });
  }
  const { user: known } = await signInAs(auth, user, options);
  const env = options.env ?? processEnvironment();
  const origin = new URL(options.origin ?? env.AUTH_URL ?? "http://localhost:8000").origin;
  // The test waits for emails of its own.
  const config = {
    ...configFor(resolveUserConfig(written, env), origin, true),
    sendMail: undefined,
  };
  const wanted = { name: "Test", scopes, ...bound };
  const made = await createUserKey(makeKeysCall(config), known.id!, wanted);
  if (!made.ok) {
    throw new AuthError(`Cannot make an API key: it was refused with "${made.reason}"`, {
      cause: { reason: made.reason },
    });
  }
  const { secret, key } = made;
  return { secret, headers: new Headers({ authorization: `Bearer ${secret}` }), key };
}

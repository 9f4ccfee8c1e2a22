/**
 * Sessions without cookies for tests.
 *
 * @module
 */

import { beginFamily } from "../../capabilities/native/families.ts";
import { findIdentity, takeSession } from "../../capabilities/native/session_cookies.ts";
import { nativeRequest } from "../../capabilities/native/settings.ts";
import { configFor } from "../../config/host.ts";
import { AuthError } from "../../errors.ts";
import { processEnvironment, resolveUserConfig, toUserConfig } from "../../server/environment.ts";
import type { User } from "../../types/entities.ts";
import type { AnyConfig, NamesIn } from "../../types/inference.ts";
import { signInAs, type SignInAsOptions } from "./sign_in_as.ts";

/** Options of {@linkcode bearerFor}. */
export interface BearerOptions<Role extends string = string> extends SignInAsOptions<Role> {
  /** Name of the client. Default: none. */
  client?: string | undefined;
}

/** A session without cookies. */
export interface TestBearer {
  /** The user, with the id that the adapter gave. */
  user: User;
  /** Access token. */
  accessToken: string;
  /** Refresh token. */
  refreshToken: string;
  /** Headers of a request with the access token. */
  headers: Headers;
}

/**
 * Makes a session of a user without cookies, as `signInAs` makes one with them.
 *
 * @param auth the app's config, or the result of `defineAuth`, with `native`
 * @throws {AuthError} as `signInAs` does, and without `native` in the config
 *
 * @example
 * ```ts
 * import { MemoryAdapter } from "@x/auth/adapters/memory";
 * import { NativeClients } from "@x/auth/native";
 * import { defineAuth } from "@x/auth/server";
 * import { bearerFor } from "@x/auth/testing";
 * import { assert } from "@std/assert";
 *
 * const auth = defineAuth({
 *   providers: [],
 *   adapter: MemoryAdapter(),
 *   session: { revocation: {} },
 *   native: NativeClients(),
 *   secret: "a-secret-of-at-least-32-characters",
 *   trustHost: true,
 * });
 * const { headers } = await bearerFor(auth, { email: "ada@app.example" });
 * const request = new Request("http://localhost:8000/api", { headers });
 * const who = await auth.authenticate(request, { accept: ["bearer"] });
 * assert(who.ok);
 * ```
 */
export async function bearerFor<const Auth extends AnyConfig>(
  auth: Auth,
  user: User,
  { client, ...options }: BearerOptions<NamesIn<Auth>["role"]> = {},
): Promise<TestBearer> {
  const written = toUserConfig(auth);
  if (written.native === undefined) {
    throw new AuthError("Cannot make an access token: set `native` in the config", {
      cause: { option: "native" },
    });
  }
  const { user: known, headers: browser } = await signInAs(auth, user, options);
  const env = options.env ?? processEnvironment();
  const origin = new URL(options.origin ?? env.AUTH_URL ?? "http://localhost:8000").origin;
  const config = configFor(resolveUserConfig(written, env), origin, true);
  const call = nativeRequest({ request: new Request(`${origin}/`), origin }, config);
  const { session } = takeSession(call, browser.get("cookie") ?? "");
  const identity = session && await findIdentity(call, session);
  const tokens = identity &&
    await beginFamily(call, identity, session!, { client, jkt: undefined });
  if (!tokens) throw new AuthError("Cannot make an access token: the session has ended");
  const { accessToken, refreshToken } = tokens;
  const headers = new Headers({ authorization: `Bearer ${accessToken}` });
  return { user: known, accessToken, refreshToken: refreshToken!, headers };
}

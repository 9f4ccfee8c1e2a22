/**
 * Sign-ins and sessions without cookies: for native apps, programs on a command line, and pages of
 * other sites.
 *
 * @example
 * ```ts
 * import { MemoryAdapter } from "@x/auth/adapters/memory";
 * import { NativeClients } from "@x/auth/native";
 * import { defineAuth } from "@x/auth/server";
 * import { assertEquals } from "@std/assert";
 *
 * const auth = defineAuth({
 *   providers: [],
 *   adapter: MemoryAdapter(),
 *   session: { revocation: {} },
 *   native: NativeClients({ redirectUris: ["http://127.0.0.1/callback", "com.example.app:/callback"] }),
 *   secret: "a-secret-of-at-least-32-characters",
 *   trustHost: true,
 * });
 *
 * const api = auth.protect((_request, who) => Response.json(who.id), {
 *   accept: ["session", "bearer"],
 * });
 * const request = new Request("https://app.example/api", {
 *   headers: { authorization: "Bearer none" },
 * });
 * assertEquals((await api(request)).status, 401);
 * ```
 *
 * @module
 */

import { lazy } from "../../base/lazy.ts";
import type { WithCode } from "../../config/capability.ts";
import { capability } from "../../symbols.ts";
import type { Capability } from "../../types/capability.ts";
import { checkNative } from "./check.ts";
import { ENDPOINTS } from "./endpoints.ts";
import { kindOf } from "./seals.ts";
import type { NativeClientsOptions, NativeCode } from "./settings.ts";

export type { NativeClientsOptions } from "./settings.ts";
export type { Capability };

const access = lazy(() => import("./access_token.ts"));
const families = lazy(() => import("./families.ts"));

/**
 * Gives the app sessions without cookies, which `authenticate` accepts as `"bearer"`.
 *
 * Needs `session.revocation` and an adapter with `getUser`.
 */
export function NativeClients(options: NativeClientsOptions = {}): Capability<"native"> {
  const { redirectUris = [], accessMaxAge = 600, idTokens = {} } = options;
  const code: NativeCode = {
    settings: { redirectUris, accessMaxAge, idTokens },
    check: (_, providers) => checkNative(providers, options),
    needs: [{ option: "native", adapter: ["getUser"], sessions: "always" }],
    endpoints: ENDPOINTS,
    protectsAccounts: true,
    credential: {
      via: "bearer",
      recognizes: (token) => kindOf(token) !== undefined,
      load: access,
    },
    on: {
      "access.ended": async ({ config: { records }, userId }) => {
        // The check of the config demands the store.
        await (await families()).families.removeAll(records!, userId);
      },
    },
  };
  const made: Capability<"native"> & WithCode<typeof code> = { id: "native", [capability]: code };
  return made;
}

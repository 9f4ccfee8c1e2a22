/**
 * Public data of the configured providers.
 *
 * @module
 */

import { JSON_HEADERS, NO_STORE } from "../response/respond.ts";
import type { ActionHandlers } from "../types/internal.ts";
import type { PublicProvider } from "../types/provider.ts";

/** `GET providers` → public members by id, in the order of the config. */
export const providers: ActionHandlers = {
  GET({ config, request }) {
    const base = request.origin + config.basePath;
    const body: Record<string, PublicProvider> = {};
    for (const { id, name, type } of config.providers.values()) {
      body[id] = {
        id,
        name,
        type,
        signinUrl: `${base}/signin/${id}`,
        callbackUrl: `${base}/callback/${id}`,
      };
    }
    // The URLs contain the requested host, which caches may ignore.
    return { headers: { ...JSON_HEADERS, ...NO_STORE }, body, cookies: [] };
  },
};

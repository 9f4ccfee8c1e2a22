/**
 * Public data of the configured providers.
 *
 * @module
 */

import { providerUrls } from "../http/url.ts";
import { JSON_HEADERS, NO_STORE } from "../response/respond.ts";
import type { ActionHandlers } from "../types/internal.ts";
import type { PublicProvider } from "../types/provider.ts";

/** `GET providers` → public members by id, in the order of the config. */
export const providers: ActionHandlers = {
  GET(ctx) {
    const body: Record<string, PublicProvider> = {};
    for (const { id, name, type } of ctx.config.providers.values()) {
      body[id] = { id, name, type, ...providerUrls(ctx, id) };
    }
    // The URLs contain the requested host, which caches may ignore.
    return { headers: { ...JSON_HEADERS, ...NO_STORE }, body, cookies: [] };
  },
};

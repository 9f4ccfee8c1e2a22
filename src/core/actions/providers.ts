/**
 * Public data of the configured providers.
 *
 * @module
 */

import { providerUrls } from "../../http/url.ts";
import { perOrigin } from "../../request/per_origin.ts";
import { JSON_HEADERS, NO_STORE, shareBody } from "../../response/respond.ts";
import type { ActionHandlers, Context } from "../../types/internal.ts";
import type { PublicProvider } from "../../types/provider.ts";

/** Shared by requests, so it is frozen: with `raw`, apps receive it. */
const publicProviders = perOrigin((ctx: Context) => {
  const body: Record<string, PublicProvider> = {};
  for (const { id, name, type } of ctx.config.providers.values()) {
    body[id] = Object.freeze({ id, name, type, ...providerUrls(ctx, id) });
  }
  return shareBody(Object.freeze(body));
});

// The URLs contain the requested host, which caches may ignore.
const HEADERS = { ...JSON_HEADERS, ...NO_STORE };

/** `GET providers` → public members by id, in the order of the config. */
export const providers: ActionHandlers = {
  GET: (ctx) => ({ headers: HEADERS, body: publicProviders(ctx), cookies: [] }),
};

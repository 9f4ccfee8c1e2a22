/**
 * The provider with an id: one of the config, or one that a capability has. Those of the config are
 * looked up first, so another one never takes the place of one of them.
 *
 * @module
 */

import { lazy } from "../base/lazy.ts";
import type { Awaitable } from "../types/entities.ts";
import type { ResolvedConfig } from "../types/internal.ts";
import type { ResolvedProvider } from "../types/resolved_provider.ts";

/** Topic of the question; `types/topics.ts` describes it. */
const TOPIC = "provider.named";

// Most apps name their providers in the config alone.
const topics = lazy(() => import("./topics.ts"));

/** Finds a provider; `undefined` when there is none. */
export function findProvider(
  config: ResolvedConfig,
  id: string | undefined,
): Awaitable<ResolvedProvider | undefined> {
  if (id === undefined) return undefined;
  const known = config.providers.get(id);
  return known || !config.topics.has(TOPIC) ? known : ask(config, id);
}

async function ask(config: ResolvedConfig, id: string): Promise<ResolvedProvider | undefined> {
  return await (await topics()).askFirst(config, TOPIC, { config, id });
}

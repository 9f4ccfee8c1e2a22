/**
 * The options of webhooks as a config has them, and what every function needs with them.
 *
 * @module
 */

import { shortHashText } from "../../base/hashed.ts";
import { lazy } from "../../base/lazy.ts";
import { type CapabilityCode, codeOf } from "../../config/capability.ts";
import { isLoopback } from "../../http/url.ts";
import { requireConfig } from "../../server/environment.ts";
import type { Awaitable } from "../../types/entities.ts";
import type { ServerConfig } from "../../types/inference.ts";
import type { ResolvedConfig } from "../../types/internal.ts";
import type { RecordStore } from "../../types/records.ts";
import type { WebhookEndpoint, WebhooksOptions } from "./options.ts";

/** An endpoint, with the name that records have for it. */
export interface Endpoint {
  readonly id: string;
  readonly url: string;
  readonly secrets: readonly string[];
  /** `undefined` for all types. */
  readonly types: readonly string[] | undefined;
}

/** Options with their defaults. */
export interface Settings {
  readonly endpoints: () => Awaitable<readonly Endpoint[]>;
  readonly fetch: typeof fetch | undefined;
}

/** The code that `Webhooks()` carries. */
export interface WebhooksCode extends CapabilityCode<object> {
  /** The options. */
  readonly settings: Settings;
}

/** A config with a store of records, which the check demands. */
export type WebhooksConfig = ResolvedConfig & { readonly records: RecordStore };

/** The options with their defaults. */
export function toSettings({ endpoints, fetch }: WebhooksOptions): Settings {
  return {
    endpoints: lazy(async () => await Promise.all(endpoints.map(toEndpoint))),
    fetch,
  };
}

async function toEndpoint({ url, secret, events }: WebhookEndpoint): Promise<Endpoint> {
  // A URL can open something, as that of a chat does: records show its hash.
  const id = await shortHashText("webhook endpoint", url);
  return { id, url, secrets: [secret].flat(), types: events };
}

/** The options; webhooks exist only with them. */
export function settingsIn({ userConfig }: ResolvedConfig): Settings {
  return codeOf<WebhooksCode>(userConfig.webhooks)!.settings;
}

/** The config of a call of the app. */
export function webhooksConfig(config: ServerConfig): WebhooksConfig {
  return requireConfig(config) as WebhooksConfig;
}

/**
 * Where a URL leads to. It stands in the config of the app, so one of this machine is meant; every
 * other one has the rules for URLs of strangers, since it may come from a table one day.
 */
export function placeOf(url: unknown): "development" | "internet" {
  const isOwn = typeof url === "string" && URL.canParse(url) && isLoopback(new URL(url).origin);
  return isOwn ? "development" : "internet";
}

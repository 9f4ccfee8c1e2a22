/**
 * The options of API keys as a config has them, and what every function needs with them.
 *
 * @module
 */

import { type CapabilityCode, codeOf, codesIn } from "../../config/capability.ts";
import type { WithStore } from "../../accounts/manage.ts";
import type { Buckets } from "../../limits/rate.ts";
import { requireStore } from "../../server/environment.ts";
import type { ServerConfig } from "../../types/inference.ts";
import type { RequestInternal, ResolvedConfig } from "../../types/internal.ts";
import type { RecordStore } from "../../types/records.ts";

/** Options with their defaults. */
export interface Settings {
  /** The beginning of every key. */
  readonly prefix: string;
  /** All scopes. */
  readonly scopes: readonly string[];
  /** Seconds. */
  readonly maxAge: number;
  /** Whether keys of Better Auth are accepted. */
  readonly legacy: boolean;
  /** Requests per minute of a key. */
  readonly limit?: number | undefined;
  /** Milliseconds. */
  readonly maxLagMs: number;
  /** Counts the requests of each key; made at the first one. */
  buckets?: Buckets;
}

/** The code that `ApiKeys()` carries. */
export interface KeysCode extends CapabilityCode<object> {
  /** The options. */
  readonly settings: Settings;
}

/** A call of a function: what it works with. */
export interface KeysCall {
  /** Completed config. */
  readonly config: WithStore & { readonly records: RecordStore };
  /** Request of the change; absent for a call of the app. */
  readonly request?: RequestInternal;
  /** Store of records. */
  readonly records: RecordStore;
  /** Options. */
  readonly settings: Settings;
}

/** The options; keys exist only with them. */
export function settingsIn({ userConfig }: ResolvedConfig): Settings {
  return codeOf<KeysCode>(userConfig.keys)!.settings;
}

/** Scopes that capabilities bring for keys of organizations. */
export function organizationScopesIn({ userConfig }: ResolvedConfig): readonly string[] {
  return [...codesIn(userConfig, [])].flatMap(({ organizationScopes = [] }) => organizationScopes);
}

/** The call that a request makes. */
export function makeKeysCall(config: ResolvedConfig, request?: RequestInternal): KeysCall {
  // The check of the config demands a store and records.
  const known = config as KeysCall["config"];
  return {
    config: known,
    records: known.records,
    settings: settingsIn(config),
    ...request && { request },
  };
}

/** The same for a call of the app, which has no request. */
export function makeAppCall(config: ServerConfig): KeysCall {
  return makeKeysCall(requireStore(config));
}

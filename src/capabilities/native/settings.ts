/**
 * The options of native clients as a config has them.
 *
 * @module
 */

import { type CapabilityCode, codeOf } from "../../config/capability.ts";
import type { ResolvedConfig, ResolvedRevocation, Store } from "../../types/internal.ts";
import type { RecordStore } from "../../types/records.ts";

/** Options of `NativeClients()`. */
export interface NativeClientsOptions {
  /**
   * URIs to which a browser sign-in may return, exactly as the client sends them. A scheme of an app
   * contains a dot, as in `com.example.app:/callback` (RFC 8252 §7.1). `http://127.0.0.1/…` and
   * `http://[::1]/…` match any port (§7.3); `https:` URIs are those that the operating system gives
   * to an app. Default: none, so that only `native/call` begins sessions.
   */
  readonly redirectUris?: readonly string[] | undefined;
  /** Seconds for which an access token is valid: 30 to 86400. Default 600. */
  readonly accessMaxAge?: number | undefined;
  /**
   * Client ids of native apps at OpenID Connect providers, by the id of the provider: their ID tokens
   * are accepted from a native SDK. Default: none are.
   */
  readonly idTokens?: Readonly<Record<string, readonly string[]>> | undefined;
}

/** Options with their defaults. */
export interface Settings {
  /** See {@linkcode NativeClientsOptions}. */
  readonly redirectUris: readonly string[];
  /** Seconds. */
  readonly accessMaxAge: number;
  /** See {@linkcode NativeClientsOptions}. */
  readonly idTokens: Readonly<Record<string, readonly string[]>>;
}

/** The code that `NativeClients()` carries. */
export interface NativeCode extends CapabilityCode<object> {
  /** The options. */
  readonly settings: Settings;
}

/** A config whose check has passed. */
export type NativeConfig = ResolvedConfig & {
  readonly revocation: ResolvedRevocation;
  readonly records: RecordStore;
  readonly store: Store;
};

/** The request of a client, with the completed config. */
export interface NativeRequest {
  /** Completed config. */
  readonly config: NativeConfig;
  /** The request. */
  readonly request: Request;
  /** Public origin. */
  readonly origin: string;
}

/** The options; the endpoints exist only with them. */
export function settingsIn({ userConfig }: ResolvedConfig): Settings {
  return codeOf<NativeCode>(userConfig.native)!.settings;
}

/** The request of a client; the check of the config demands what it needs. */
export function nativeRequest(
  { request, origin }: Pick<NativeRequest, "request" | "origin">,
  config: ResolvedConfig,
): NativeRequest {
  return { config: config as NativeConfig, request, origin };
}

/**
 * The options of connections as a config has them, and what every function needs with them.
 *
 * @module
 */

import { type CapabilityCode, codeOf } from "../../config/capability.ts";
import { isLoopback } from "../../http/url.ts";
import type { RequestInternal, ResolvedConfig } from "../../types/internal.ts";
import { makeOrganizationsCall, type OrganizationsCall } from "../organizations/settings.ts";
import type { ConnectionKind, ConnectionsOptions } from "./options.ts";
import type { FinishTest, ProtocolCode } from "./protocol.ts";

/** Options with their defaults. */
export interface Settings {
  /** What owners can set up. */
  readonly kinds: readonly ConnectionKind[];
  /** See `ConnectionsOptions`. */
  readonly saml?: ProtocolCode;
  /** See `ConnectionsOptions`. */
  readonly resolveTxt: ConnectionsOptions["resolveTxt"];
  /** See `ConnectionsOptions`. */
  readonly join: ConnectionsOptions["join"];
  /** See `ConnectionsOptions`; absent when groups give no role. */
  readonly groups?: {
    readonly claim: string;
    readonly roles: NonNullable<NonNullable<ConnectionsOptions["attributes"]>["role"]>["roles"];
  };
  /** Reads the answer to a test of the sign-in. */
  readonly finishTest: FinishTest;
  /** Reaches identity providers on the internet. */
  readonly send: typeof fetch;
  /** The same, and those of this machine, for a site under development. */
  readonly sendInDevelopment: typeof fetch;
}

/** The code that `Connections()` carries. */
export interface ConnectionsCode extends CapabilityCode<object> {
  /** The options. */
  readonly settings: Settings;
}

/** What a function works with: organizations, and the options of connections. */
export interface ConnectionsCall extends OrganizationsCall {
  /** Options of connections. */
  readonly own: Settings;
}

/** The options; the functions exist only with them. */
export function settingsIn({ userConfig }: ResolvedConfig): Settings {
  return codeOf<ConnectionsCode>(userConfig.connections)!.settings;
}

/** The call that a request makes. */
export function makeConnectionsCall(
  config: ResolvedConfig,
  request?: RequestInternal,
): ConnectionsCall {
  return { ...makeOrganizationsCall(config, request), own: settingsIn(config) };
}

/** The same within a change of an organization. */
export function withConnections(call: OrganizationsCall): ConnectionsCall {
  return { ...call, own: settingsIn(call.config) };
}

/**
 * Returns `true` for a site under development: `AUTH_URL` is on this machine. The host of a request
 * says nothing, since anyone can send one.
 */
export function isInDevelopment({ siteOrigin }: Pick<ResolvedConfig, "siteOrigin">): boolean {
  return siteOrigin !== undefined && isLoopback(siteOrigin);
}

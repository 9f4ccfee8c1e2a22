/**
 * Sign-outs that reach beyond this app, or come from beyond it.
 *
 * @module
 */

import type { Capability } from "./capability.ts";

/** Options of `ProviderSignOut`. */
export interface ProviderSignOutOptions {
  /**
   * `true` also ends the session at the provider that began this session (OpenID Connect
   * RP-Initiated Logout 1.0): after the session here has ended, the browser goes to the
   * `end_session_endpoint` of the provider and returns by `{basePath}/signout/{provider}`,
   * which must be registered there as a post-logout redirect URI. Needs `tokens`, whose ID
   * token tells the provider which session to end. A single sign-out can ask for it with
   * `signOut({ federated: true })`. Default `false`.
   */
  federated?: boolean | undefined;
  /**
   * `true` revokes the refresh token and the access token of the session's account at the
   * provider (RFC 7009). Needs `tokens`. Default `false`.
   */
  revokeTokens?: boolean | undefined;
  /**
   * `BackChannel()` lets OpenID Connect providers end sessions of this app by `POST signout/<provider>`:
   * with a logout token (OpenID Connect Back-Channel Logout 1.0), or with a CAEP event
   * `session-revoked`, pushed as a security event token (RFC 8935). Register the URL at the
   * provider. A token with `sid` ends the sessions that came from that session at the
   * provider; one with `sub` alone ends all sessions that came from that account. Needs
   * `session.revocation`; sessions that began without this option are not found. Default:
   * they cannot.
   *
   * @see {@link https://openid.net/specs/openid-connect-backchannel-1_0.html} and {@link https://openid.net/specs/openid-caep-1_0-final.html}
   */
  backChannel?: Capability<"back-channel"> | undefined;
}

/**
 * Paths of the pages of connections.
 *
 * @module
 */

/** The page that an admin link opens. */
export const SETUP_PATH = "connection-setup";

/** The path of the app's metadata for a connection by SAML. */
export function metadataPath(id: string): string {
  return `saml/${id.slice("sso-".length)}/metadata`;
}

/** The path that takes the sign-outs of a provider. */
export function logoutPath(id: string): string {
  return `saml/${id.slice("sso-".length)}/logout`;
}

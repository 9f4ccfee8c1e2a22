/**
 * Expectations of the catalogue test for one provider.
 *
 * @module
 */

/** A row of the catalogue, written from the provider's own documentation. */
export interface CatalogueEntry {
  /** Provider id; part of the callback URL and of the variables. */
  id: string;
  /** Subpath below `providers/`. */
  module: string;
  /** Text of the button. */
  name: string;
  /** Provider type. */
  type: "oauth" | "oidc";
  /** Issuer after resolution with `options`. */
  issuer?: string;
  /** Authorization endpoint with its query, without `scope`; absent when it is discovered. */
  authorization?: string;
  /** Token endpoint; absent when it is discovered. */
  token?: string;
  /** Userinfo endpoint; absent when it is discovered. */
  userinfo?: string;
  /** Requested scope, empty when `scope=` is sent; absent when it is the default. */
  scope?: string;
  /** Checks after resolution. */
  checks: string[];
  /** Client authentication method. Default `client_secret_basic`. */
  clientAuth?: string;
  /** Required options besides client id and secret, for example `issuer`. */
  options?: Record<string, unknown>;
  /** A profile in the form that the site documents. */
  sample: Record<string, unknown>;
  /** Members of the token response that the mapping reads. */
  tokens?: Record<string, unknown>;
  /** User of the sample; members that are omitted here must be absent. */
  user: { id: string; name?: string | null; email?: string | null; image?: string | null };
}

/**
 * What the catalogue test expects of one provider.
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
  /** Kind. */
  type: "oauth" | "oidc";
  /** Issuer after resolution with `options`. */
  issuer?: string;
  /** Authorization endpoint with its query, without `scope`; absent when discovery tells it. */
  authorization?: string;
  /** Token endpoint; absent when discovery tells it. */
  token?: string;
  /** Userinfo endpoint; absent when discovery tells it. */
  userinfo?: string;
  /** Scope that is asked for, empty when `scope=` is sent; absent when it is the default. */
  scope?: string;
  /** Checks after resolution. */
  checks: string[];
  /** How the client authenticates. Default `client_secret_basic`. */
  clientAuth?: string;
  /** Needed options beside client id and secret, for example `issuer`. */
  options?: Record<string, unknown>;
  /** A profile in the shape that the site documents. */
  sample: Record<string, unknown>;
  /** Members of the token answer that the mapping reads. */
  tokens?: Record<string, unknown>;
  /** What the sample becomes; members that are left out must be absent. */
  user: { id: string; name?: string | null; email?: string | null; image?: string | null };
}

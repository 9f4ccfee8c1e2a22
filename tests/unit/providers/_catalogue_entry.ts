/**
 * What the catalogue test knows about one provider.
 *
 * @module
 */

export interface CatalogueEntry {
  id: string;
  module: string;
  name: string;
  type: "oauth" | "oidc";
  issuer?: string;
  authorization?: string;
  token?: string;
  userinfo?: string;
  scope?: string;
  checks: string[];
  options?: Record<string, unknown> /* needed options, e.g. issuer */;
  sample: Record<string, unknown>;
  user: { id: string; name?: string | null; email?: string | null; image?: string | null };
}

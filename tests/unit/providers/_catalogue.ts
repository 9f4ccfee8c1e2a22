/**
 * Expectations for every provider.
 *
 * @module
 */

import type { CatalogueEntry } from "./_catalogue_entry.ts";
import { OAUTH_CATALOGUE } from "./_catalogue_oauth.ts";
import { OIDC_CATALOGUE } from "./_catalogue_oidc.ts";

export const CATALOGUE: readonly CatalogueEntry[] = [...OAUTH_CATALOGUE, ...OIDC_CATALOGUE];

/**
 * Mark of Authentik, from the CC0 icon package `simple-icons`; the brand is its
 * owner's. Written by `tests/tools/marks.ts`.
 *
 * @module
 */

import type { ProviderMark } from "../../types/oauth_provider.ts";

/** Mark of Authentik. */
export const mark: ProviderMark = {
  color: "#fd4b2d",
  path:
    "M13.96 9.01h-.84v-1.52h-1.23v3.66h-6.17c.34.52.54.99.54 1.16 0 .46-1.45 3.06-3.2 3.06-2.26.06-3.81-2.57-2.69-4.52a3.06 3.06 0 012.69-1.6c1.04 0 1.97.91 2.56 1.75v-4.42a3.77 3.77 0 013.77-3.77h10.84c2.08 0 3.77 1.69 3.77 3.77v10.84a3.77 3.77 0 01-3.77 3.77h-1.6v-3.69h-7.64v3.69h-1.6a3.77 3.77 0 01-3.77-3.77v-3.41h12.11v-6.52h-1.59v.9h-.84v-.9h-1.34v1.52zm-9.96 1.85c-.66-.71-1.57-.55-2.2 0-2.11 2.05 1.33 5.55 3.3 1.44a5.4 5.4 0 00-1.1-1.44z",
};

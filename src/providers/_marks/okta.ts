/**
 * Mark of Okta, from the CC0 icon package `simple-icons`; the brand is its
 * owner's. Written by `tests/tools/marks.ts`.
 *
 * @module
 */

import type { ProviderMark } from "../../types/oauth_provider.ts";

/** Mark of Okta. */
export const mark: ProviderMark = {
  color: "#007dc1",
  path:
    "M12 0c-6.61 0-12 5.35-12 12s5.35 12 12 12 12-5.35 12-12-5.39-12-12-12zm0 18c-3.32 0-6-2.68-6-6s2.68-6 6-6 6 2.68 6 6-2.68 6-6 6z",
};

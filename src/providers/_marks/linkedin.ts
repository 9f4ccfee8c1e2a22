/**
 * Mark of LinkedIn; the brand is its
 * owner's. Its rules: {@link https://brand.linkedin.com/in-logo}.
 * Written by `tests/tools/marks.ts`.
 *
 * @module
 */

import type { ProviderMark } from "../../types/oauth_provider.ts";

/** Mark of LinkedIn. */
export const mark: ProviderMark = {
  color: "#0a66c2",
  path:
    "M24 24h-4.97v-7.78c0-1.86-.04-4.24-2.59-4.24-2.59 0-2.98 2.02-2.98 4.11V24H8.5V8h4.77v2.18h.06c.67-1.26 2.29-2.59 4.71-2.59 5.03 0 5.96 3.31 5.96 7.62zM.4 8h4.98v16H.4zM2.89 5.77a2.88 2.88 0 1 1 0-5.77 2.88 2.88 0 0 1 0 5.77z",
  background: "#0a66c2",
};

/**
 * Mark of Strava, from the CC0 icon package `simple-icons`; the brand is its
 * owner's. Written by `tests/tools/marks.ts`.
 *
 * @module
 */

import type { ProviderMark } from "../../types/oauth_provider.ts";

/** Mark of Strava. */
export const mark: ProviderMark = {
  color: "#fc4c02",
  path:
    "M15.387 17.944l-2.089-4.116h-3.065L15.387 24l5.15-10.172h-3.066m-7.008-5.599l2.836 5.598h4.172L10.463 0l-7 13.828h4.169",
};

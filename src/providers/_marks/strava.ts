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
    "M15.39 17.94l-2.09-4.11h-3.07l5.16 10.17 5.15-10.17h-3.07m-7.01-5.6l2.84 5.6h4.17l-7.01-13.83-7 13.83h4.17",
};

/**
 * Mark of Auth0, from the CC0 icon package `simple-icons`; the brand is its
 * owner's. Written by `tests/tools/marks.ts`.
 *
 * @module
 */

import type { ProviderMark } from "../../types/oauth_provider.ts";

/** Mark of Auth0. */
export const mark: ProviderMark = {
  color: "#eb5424",
  path:
    "M21.98 7.45l-2.36-7.45h-15.27l-2.33 7.45c-1.35 4.31.03 9.2 3.81 12.01l6.18 4.54 6.15-4.55c3.76-2.81 5.19-7.69 3.82-12.02l-6.16 4.58 2.34 7.45-6.16-4.59-6.15 4.58 2.35-7.44-6.18-4.55 7.63-.04 2.36-7.42 2.35 7.4 7.62.05z",
};

/**
 * Mark of X, from the CC0 icon package `simple-icons`; the brand is its
 * owner's. Its rules: {@link https://about.x.com/en/who-we-are/brand-toolkit}.
 * Written by `tests/tools/marks.ts`.
 *
 * @module
 */

import type { ProviderMark } from "../../types/oauth_provider.ts";

/** Mark of X. */
export const mark: ProviderMark = {
  color: "#000000",
  path:
    "M14.23 10.16l8.75-10.16h-2.07l-7.6 8.82-6.06-8.82h-6.99l9.17 13.34-9.17 10.66h2.07l8.02-9.32 6.4 9.32h6.99zm-2.83 3.3l-.93-1.33-7.39-10.57h3.18l5.96 8.53 .93 1.33 7.76 11.09h-3.19z",
  background: { light: "#000000", dark: "#ffffff" },
};

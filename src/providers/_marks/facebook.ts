/**
 * Mark of Facebook, from the CC0 icon package `simple-icons`; the brand is its
 * owner's. Its rules: {@link https://about.meta.com/brand/resources/facebook/logo}.
 * Written by `tests/tools/marks.ts`.
 *
 * @module
 */

import type { ProviderMark } from "../../types/oauth_provider.ts";

/** Mark of Facebook. */
export const mark: ProviderMark = {
  color: "#0866ff",
  path:
    "M9.1 23.69v-7.98h-2.47v-3.67h2.47v-1.58c0-4.08 1.85-5.97 5.86-5.97 .4 0 .95.04 1.47.1a8.68 8.68 0 011.14.19v3.33a8.62 8.62 0 00-.66-.04 26.81 26.81 0 00-.73-.01c-.71 0-1.26.1-1.67.31a1.69 1.69 0 00-.68.62c-.26.42-.38 1-.38 1.76v1.29h3.92l-.38 2.11-.29 1.56h-3.25v8.25c5.95-.72 10.55-5.78 10.55-11.92 0-6.62-5.37-12-12-12s-12 5.38-12 12c0 5.63 3.87 10.35 9.1 11.65z",
  background: "#ffffff",
};

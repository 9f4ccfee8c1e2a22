/**
 * Mark of Wikimedia Foundation, from the CC0 icon package `simple-icons`; the brand is its
 * owner's. Written by `tests/tools/marks.ts`.
 *
 * @module
 */

import type { ProviderMark } from "../../types/oauth_provider.ts";

/** Mark of Wikimedia Foundation. */
export const mark: ProviderMark = {
  color: "#000000",
  path:
    "M20.07 3.13c2.42 2.19 3.93 5.36 3.93 8.87 0 6.62-5.38 12-12 12s-12-5.38-12-12c0-3.52 1.51-6.68 3.93-8.87l2.26 2.26c-1.83 1.61-2.99 3.98-2.99 6.61 0 4.86 3.94 8.8 8.8 8.8s8.8-3.94 8.8-8.8c0-2.63-1.16-4.99-2.99-6.61zm-3.39 3.4c1.54 1.32 2.52 3.28 2.52 5.47 0 3.7-2.8 6.76-6.4 7.16v-8.76zm-5.48 12.63c-3.6-.4-6.4-3.46-6.4-7.16 0-2.19.98-4.15 2.53-5.47l3.87 3.87zm.8-19.16c2.21 0 4 1.79 4 4s-1.79 4-4 4-4-1.79-4-4 1.79-4 4-4",
};

/**
 * Mark of HubSpot, from the CC0 icon package `simple-icons`; the brand is its
 * owner's. Written by `tests/tools/marks.ts`.
 *
 * @module
 */

import type { ProviderMark } from "../../types/oauth_provider.ts";

/** Mark of HubSpot. */
export const mark: ProviderMark = {
  color: "#ff7a59",
  path:
    "M18.16 7.93v-2.85a2.2 2.2 0 001.27-1.97v-.07a2.2 2.2 0 00-2.19-2.2h-.07a2.2 2.2 0 00-2.19 2.2v.06a2.2 2.2 0 001.25 1.98h.01v2.86a6.22 6.22 0 00-2.97 1.31l.02-.01-7.83-6.1a2.5 2.5 0 10-1.16 1.52h-.01l7.7 5.99a6.18 6.18 0 00-1.04 3.45c0 1.34.42 2.59 1.14 3.61l-.01-.02-2.34 2.34a1.97 1.97 0 00-.58-.1 2.03 2.03 0 102.03 2.04 1.98 1.98 0 00-.1-.6v.02l2.32-2.32a6.25 6.25 0 104.78-11.13l-.03-.01zm-.96 9.38a3.21 3.21 0 113.22-3.21 3.21 3.21 0 01-3.21 3.21z",
};

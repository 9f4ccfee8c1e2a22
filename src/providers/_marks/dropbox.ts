/**
 * Mark of Dropbox, from the CC0 icon package `simple-icons`; the brand is its
 * owner's. Written by `tests/tools/marks.ts`.
 *
 * @module
 */

import type { ProviderMark } from "../../types/oauth_provider.ts";

/** Mark of Dropbox. */
export const mark: ProviderMark = {
  color: "#0061ff",
  path:
    "M6 1.81l-6 3.82 6 3.82 6-3.82-6-3.82zm12 0l-6 3.82 6 3.82 6-3.82-6-3.82zm-18 11.46l6 3.83 6-3.83-6-3.82-6 3.82zm18-3.82l-6 3.82 6 3.83 6-3.83-6-3.82zm-12 8.92l6 3.82 6-3.82-6-3.82-6 3.82z",
};

/**
 * Mark of Spotify, from the CC0 icon package `simple-icons`; the brand is its
 * owner's. Its rules: {@link https://developer.spotify.com/documentation/design}.
 * Written by `tests/tools/marks.ts`.
 *
 * @module
 */

import type { ProviderMark } from "../../types/oauth_provider.ts";

/** Mark of Spotify. */
export const mark: ProviderMark = {
  color: "#1ed760",
  path:
    "M12 0c-6.6 0-12 5.4-12 12s5.4 12 12 12 12-5.4 12-12-5.34-12-12-12zm5.52 17.34c-.24.36-.66.48-1.02.24-2.82-1.74-6.36-2.1-10.56-1.14-.42.12-.78-.18-.9-.54-.12-.42.18-.78.54-.9 4.56-1.02 8.52-.6 11.64 1.32 .42.18.48.66.3 1.02zm1.44-3.3c-.3.42-.84.6-1.26.3-3.24-1.98-8.16-2.58-11.94-1.38-.48.12-1.02-.12-1.14-.6-.12-.48.12-1.02.6-1.14 4.38-1.32 9.78-.66 13.5 1.62 .36.18.54.78.24 1.2zm.12-3.36c-3.84-2.28-10.26-2.52-13.92-1.38-.6.18-1.2-.18-1.38-.72-.18-.6.18-1.2.72-1.38 4.26-1.26 11.28-1.02 15.72 1.62 .54.3.72 1.02.42 1.56-.3.42-1.02.6-1.56.3z",
  background: "#000000",
};

/**
 * Mark of Slack; the brand is its
 * owner's. Its rules: {@link https://slack.com/media-kit}.
 * Written by `tests/tools/marks.ts`.
 *
 * @module
 */

import type { ProviderMark } from "../../types/oauth_provider.ts";

/** Mark of Slack. */
export const mark: ProviderMark = {
  color: "#4a154b",
  path:
    "M5.04 15.16a2.52 2.52 0 11-2.52-2.52h2.52zm1.27 0a2.52 2.52 0 015.04 0v6.32a2.52 2.52 0 01-5.04 0zm2.53-10.12a2.52 2.52 0 112.52-2.52v2.52zm0 1.27a2.52 2.52 0 010 5.04h-6.32a2.52 2.52 0 010-5.04zm10.12 2.53a2.52 2.52 0 112.52 2.52h-2.52zm-1.27 0a2.52 2.52 0 01-5.04 0v-6.32a2.52 2.52 0 015.04 0zm-2.53 10.12a2.52 2.52 0 11-2.52 2.52v-2.52zm0-1.27a2.52 2.52 0 010-5.04h6.32a2.52 2.52 0 010 5.04z",
  parts: [
    {
      color: "#e01e5a",
      path:
        "M5.04 15.16a2.52 2.52 0 11-2.52-2.52h2.52zm1.27 0a2.52 2.52 0 015.04 0v6.32a2.52 2.52 0 01-5.04 0z",
    },
    {
      color: "#36c5f0",
      path:
        "M8.84 5.04a2.52 2.52 0 112.52-2.52v2.52zm0 1.27a2.52 2.52 0 010 5.04h-6.32a2.52 2.52 0 010-5.04z",
    },
    {
      color: "#2eb67d",
      path:
        "M18.96 8.84a2.52 2.52 0 112.52 2.52h-2.52zm-1.27 0a2.52 2.52 0 01-5.04 0v-6.32a2.52 2.52 0 015.04 0z",
    },
    {
      color: "#ecb22e",
      path:
        "M15.16 18.96a2.52 2.52 0 11-2.52 2.52v-2.52zm0-1.27a2.52 2.52 0 010-5.04h6.32a2.52 2.52 0 010 5.04z",
    },
  ],
  background: { light: "#ffffff", dark: "#000000" },
};

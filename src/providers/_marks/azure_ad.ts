/**
 * Mark of Microsoft; the brand is its
 * owner's. Its rules: {@link https://learn.microsoft.com/entra/identity-platform/howto-add-branding-in-apps}.
 * Written by `tests/tools/marks.ts`.
 *
 * @module
 */

import type { ProviderMark } from "../../types/oauth_provider.ts";

/** Mark of Microsoft. */
export const mark: ProviderMark = {
  color: "#00a4ef",
  path: "M0 0h11.43v11.43H0zM12.57 0H24v11.43H12.57zM0 12.57h11.43V24H0zM12.57 12.57H24V24H12.57z",
  parts: [
    {
      color: "#f25022",
      path: "M0 0h11.43v11.43H0z",
    },
    {
      color: "#7fba00",
      path: "M12.57 0H24v11.43H12.57z",
    },
    {
      color: "#00a4ef",
      path: "M0 12.57h11.43V24H0z",
    },
    {
      color: "#ffb900",
      path: "M12.57 12.57H24V24H12.57z",
    },
  ],
  background: { light: "#ffffff", dark: "#2f2f2f" },
};

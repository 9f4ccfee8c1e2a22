/**
 * Pages of connections, and where they are. Their code is loaded at the first request.
 *
 * @module
 */

import type { Endpoint } from "../../types/internal.ts";

/** The endpoints. */
export const ENDPOINTS: readonly Endpoint[] = [
  {
    kind: "ambient",
    path: "organization/{slug}/sign-in",
    methods: ["GET", "POST"],
    isCounted: true,
    load: async () => (await import("./sign_in_page.ts")).signInPage,
  },
  {
    kind: "ambient",
    path: "connection-setup",
    methods: ["GET", "POST"],
    isCounted: true,
    load: async () => (await import("./setup_page.ts")).setupPage,
  },
];

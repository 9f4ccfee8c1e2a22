/**
 * Endpoints of native clients. Their code is loaded at the first request.
 *
 * @module
 */

import type { Endpoint } from "../../types/internal.ts";

/** The endpoints. */
export const ENDPOINTS: readonly Endpoint[] = [
  {
    kind: "ambient",
    path: "native/authorize",
    methods: ["GET", "POST"],
    isCounted: true,
    load: async () => (await import("./authorize.ts")).authorizePage,
  },
  {
    kind: "explicit",
    path: "native/call",
    methods: ["POST"],
    cors: "any-origin",
    // The action that it calls is counted.
    load: async () => ({ POST: (await import("./call.ts")).callHandler }),
  },
  {
    kind: "explicit",
    path: "native/token",
    methods: ["POST"],
    cors: "any-origin",
    isCounted: true,
    load: async () => ({ POST: (await import("./token.ts")).tokenHandler }),
  },
  {
    kind: "explicit",
    path: "native/revoke",
    methods: ["POST"],
    cors: "any-origin",
    isCounted: true,
    load: async () => ({ POST: (await import("./revoke.ts")).revokeHandler }),
  },
];

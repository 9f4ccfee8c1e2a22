/**
 * Pages on which operators act for users, and where they are. Their code is loaded at the first request.
 *
 * @module
 */

import type { Endpoint } from "../../types/internal.ts";

/** The endpoints. */
export const ACTING_ENDPOINTS: readonly Endpoint[] = [
  {
    kind: "ambient",
    path: "operators/users/{id}/act",
    methods: ["GET", "POST"],
    isCounted: true,
    refusal: "operator.refused",
    load: async () => (await import("./acting_page.ts")).startPage,
  },
  {
    kind: "ambient",
    path: "operators/stop",
    methods: ["GET", "POST"],
    isCounted: true,
    refusal: "operator.refused",
    load: async () => (await import("./acting_page.ts")).stopPage,
  },
];

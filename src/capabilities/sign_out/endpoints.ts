/**
 * The path by which a browser comes back from the provider.
 *
 * @module
 */

import type { Endpoint } from "../../types/internal.ts";

/** The endpoint. */
export const WAY_BACK: Endpoint = {
  kind: "ambient",
  path: "signout/{provider}",
  methods: ["GET"],
  load: async () => ({ GET: (await import("./way_back.ts")).comeBack }),
};

/**
 * Pages of operators, and where they are. Their code is loaded at the first request.
 *
 * @module
 */

import type { AuthConfig } from "../../types/config.ts";
import type { Endpoint } from "../../types/internal.ts";

const common = { kind: "ambient", isCounted: true, refusal: "operator.refused" } as const;

const USERS: readonly Endpoint[] = [
  {
    ...common,
    path: "operators",
    methods: ["GET", "POST"],
    load: async () => (await import("./list_page.ts")).listPage,
  },
  {
    ...common,
    path: "operators/users/{id}",
    methods: ["GET", "POST"],
    load: async () => (await import("./user_page.ts")).userPage,
  },
];

const LOG: Endpoint = {
  ...common,
  path: "operators/log",
  methods: ["GET"],
  load: async () => (await import("./log_page.ts")).logPage,
};

const WEBHOOKS: Endpoint = {
  ...common,
  path: "operators/webhooks",
  methods: ["GET", "POST"],
  load: async () => (await import("./webhooks_page.ts")).webhooksPage,
};

/** The pages of a config: those of the log and of webhooks exist with them. */
export function listEndpoints({ audit, webhooks }: AuthConfig): readonly Endpoint[] {
  return [...USERS, ...audit ? [LOG] : [], ...webhooks ? [WEBHOOKS] : []];
}

/**
 * Webhooks: other systems are notified of changes of users, sessions and organizations.
 *
 * @example
 * ```ts
 * import { MemoryAdapter } from "@x/auth/adapters/memory";
 * import { defineAuth } from "@x/auth/server";
 * import { Webhooks } from "@x/auth/webhooks";
 * import { verifyWebhook } from "@x/auth/webhooks/verify";
 * import { assert, assertEquals } from "@std/assert";
 *
 * const secret = "whsec_" + btoa("a-secret-of-32-random-characters");
 * const adapter = MemoryAdapter();
 * const auth = defineAuth({
 *   providers: [],
 *   adapter,
 *   session: { revocation: {} },
 *   webhooks: Webhooks({
 *     endpoints: [{ url: "https://billing.example/hooks", secret, events: ["user.suspended"] }],
 *     // The server of the receiver.
 *     async fetch(...request) {
 *       const webhook = await verifyWebhook(new Request(...request), secret);
 *       assert(webhook.ok);
 *       assertEquals(webhook.event.data.userId, "ada");
 *       return new Response();
 *     },
 *   }),
 *   secret: "a-secret-of-at-least-32-characters",
 *   trustHost: true,
 * });
 *
 * const ada = await adapter.createUser({ id: "ada", email: "ada@example.com", emailVerified: null });
 * await auth.users.suspend(ada.id);
 * await auth.webhooks.deliver();
 * assertEquals((await auth.webhooks.undelivered()).webhooks, []);
 * ```
 *
 * @module
 */

import { lazy, withNames } from "../../base/lazy.ts";
import type { WithCode } from "../../config/capability.ts";
import { capability } from "../../symbols.ts";
import type { Capability } from "../../types/capability.ts";
import { checkWebhooks } from "./check.ts";
import type { WebhooksOptions } from "./options.ts";
import { toSettings, type WebhooksCode, type WebhooksConfig } from "./settings.ts";

export type * from "./event.ts";
export type { WebhookType } from "./event_types.ts";
export type * from "./options.ts";
export type * from "./typed.ts";
export type { Capability };

const deliveries = lazy(() => import("./deliveries.ts"));
const functions = withNames(lazy(() => import("./functions.ts")), "deliver retry undelivered");

/**
 * Tells endpoints of changes, by signed posts (Standard Webhooks): at least once, those about one user
 * in their order, and again for a day when one does not arrive. No request waits for a delivery. The
 * functions are `auth.webhooks` of `defineAuth`; a receiver calls `verifyWebhook` of
 * `@x/auth/webhooks/verify`.
 */
export function Webhooks(options: WebhooksOptions): Capability<"webhooks"> {
  const code: WebhooksCode = {
    settings: toSettings(options),
    check: () => checkWebhooks(options),
    needs: [{ option: "webhooks", records: "always" }],
    functions: { webhooks: functions },
    on: {
      "audit.entry": async (moment) => await (await deliveries()).hear(moment),
      // The check of the config demands the store.
      "session.begun": async ({ ctx: { config } }) =>
        (await deliveries()).look(config as WebhooksConfig),
    },
  };
  const made: Capability<"webhooks"> & WithCode<typeof code> = {
    id: "webhooks",
    [capability]: code,
  };
  return made;
}

/**
 * The function that sends emails about accounts.
 *
 * @module
 */

import { traceEmail } from "../hooks/telemetry.ts";
import type { AuthConfig } from "../types/config.ts";
import type { ResolvedConfig } from "../types/internal.ts";
import type { ResolvedProvider } from "../types/resolved_provider.ts";

/** The function that sends emails about accounts; `undefined` when the app has no way to. */
export function mailerOf(
  { sendMail }: AuthConfig,
  providers: readonly ResolvedProvider[],
): ResolvedConfig["sendMail"] {
  if (sendMail) return (mail) => traceEmail(undefined, async () => await sendMail(mail));
  for (const provider of providers) {
    if (provider.type !== "email" || !provider.sendMail) continue;
    const { sendMail: send } = provider;
    return (mail) => traceEmail(provider, async () => await send(mail, provider));
  }
}

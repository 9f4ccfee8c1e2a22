/**
 * The function that sends emails about accounts.
 *
 * @module
 */

import { traceEmail } from "../hooks/telemetry.ts";
import { BUILT_IN } from "../base/language.ts";
import { footLinks } from "../mail/foot.ts";
import type { AuthConfig } from "../types/config.ts";
import type { AccountMail } from "../types/factor.ts";
import type { ResolvedConfig, SiteMail } from "../types/internal.ts";
import type { ResolvedLanguages } from "../types/languages.ts";
import type { ResolvedProvider } from "../types/resolved_provider.ts";
import { resolveLanguages } from "./languages.ts";

/** The function that sends emails about accounts; `undefined` when the app has no way to. */
export function mailerOf(
  config: AuthConfig,
  providers: readonly ResolvedProvider[],
  languages: ResolvedLanguages = resolveLanguages(config),
): ResolvedConfig["sendMail"] {
  const { sendMail, theme } = config;
  const themed = ({ origin, ...mail }: SiteMail): AccountMail => {
    if (!theme) return mail;
    const { language = BUILT_IN } = mail;
    const wording = { language, texts: languages.texts.get(language) };
    return { theme, links: footLinks(theme, wording, origin), ...mail };
  };
  if (sendMail) return (mail) => traceEmail(undefined, async () => await sendMail(themed(mail)));
  for (const provider of providers) {
    if (provider.type !== "email" || !provider.sendMail) continue;
    const { sendMail: send } = provider;
    return (mail) => traceEmail(provider, async () => await send(themed(mail), provider));
  }
}

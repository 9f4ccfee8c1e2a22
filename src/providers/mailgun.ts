/**
 * Mailgun, an email service: {@link https://documentation.mailgun.com/docs/mailgun/api-reference/send/mailgun/messages}.
 *
 * @module
 */

import type { Mail } from "../mail/layout.ts";
import type { EmailConfig } from "../types/provider.ts";
import type { EmailProvider } from "../types/provider_function.ts";
import { MAIL_HEADERS } from "./_mail.ts";
import { mail, parseSender, postMail } from "./_mail_service.ts";

/** Options of {@linkcode MailGun}. */
export interface MailGunOptions {
  /** Region of the account. Default `US`. */
  region?: "US" | "EU" | undefined;
}

const HOSTS = { US: "https://api.mailgun.net", EU: "https://api.eu.mailgun.net" };

/**
 * Sign in with a link sent by Mailgun, from the domain of `from`. Needs an
 * `adapter`.
 *
 * @param options `apiKey` (or AUTH_MAILGUN_KEY), `from`, and `region`
 */
const MailGun: EmailProvider<"mailgun", MailGunOptions> = mail("mailgun", "Mailgun", send);
export default MailGun;

async function send(provider: EmailConfig, to: string, mail: Mail): Promise<void> {
  // The cast holds: options are merged into the provider.
  const { region = "US" } = provider as MailGunOptions;
  const sender = parseSender(provider.from!);
  const domain = encodeURIComponent(sender.email.split("@").at(-1)!);
  const body = new FormData();
  const fields = {
    from: `${sender.name ?? provider.name} <${sender.email}>`,
    to,
    ...mail,
  };
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  for (const [name, value] of Object.entries(MAIL_HEADERS)) body.set(`h:${name}`, value);
  await postMail(provider, {
    url: `${HOSTS[region]}/v3/${domain}/messages`,
    headers: { authorization: `Basic ${btoa(`api:${provider.apiKey}`)}` },
    body,
  });
}

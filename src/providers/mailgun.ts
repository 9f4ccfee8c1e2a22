/**
 * Mailgun, a mail service: {@link https://documentation.mailgun.com/docs/mailgun/api-reference/send/mailgun/messages}.
 *
 * @module
 */

import type { Mail } from "../mail/layout.ts";
import type { EmailConfig, EmailUserConfig, OwnId, WithId } from "../types/provider.ts";
import { idOf } from "./_id.ts";
import { DEFAULT_MAX_AGE, MAIL_HEADERS, sendersOf } from "./_mail.ts";
import { parseSender, postMail } from "./_mail_service.ts";

/** Options of {@linkcode MailGun}. */
export type MailGunOptions = EmailUserConfig & {
  /** Region of the account. Default `US`. */
  region?: "US" | "EU" | undefined;
};

const HOSTS = { US: "https://api.mailgun.net", EU: "https://api.eu.mailgun.net" };

/**
 * Sign in with a link sent by Mailgun, from the domain of `from`. Needs an
 * `adapter`.
 *
 * @param options `apiKey` (or AUTH_MAILGUN_KEY), `from`, and `region`
 *
 * @example
 * ```ts
 * import MailGun from "@x/auth/providers/mailgun";
 *
 * const provider = MailGun({ apiKey: "key-123", from: "no-reply@mg.app.example", region: "EU" });
 * console.log(provider.id);
 * ```
 */
export default function MailGun<Id extends OwnId<"mailgun"> = "mailgun">(
  options: MailGunOptions & WithId<Id> = {},
): EmailConfig<NoInfer<Id>> {
  return {
    id: idOf(options, "mailgun"),
    name: "Mailgun",
    type: "email",
    maxAge: DEFAULT_MAX_AGE,
    requiredOptions: ["apiKey", "from"],
    ...sendersOf(send),
    options,
  };
}

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

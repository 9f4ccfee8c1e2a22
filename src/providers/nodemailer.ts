/**
 * Any SMTP server, through the package `nodemailer`:
 * {@link https://nodemailer.com/smtp}.
 *
 * The package is loaded when the first mail is sent, and not at all when
 * `server` is a transport. Deno fetches it by itself; an app on npm installs it:
 * `npm install nodemailer`. It has no dependencies of its own and runs nothing
 * on installation; a client of our own would have to grow pools, proxies, DKIM
 * and OAuth before existing `server` options worked with it.
 *
 * @module
 */

import { AuthError, EmailSignInError } from "../errors.ts";
import type {
  EmailConfig,
  EmailProviderSendVerificationRequestParams,
  EmailUserConfig,
  OwnId,
  WithId,
} from "../types/provider.ts";
import { idOf } from "./_id.ts";
import { createMail, DEFAULT_FROM, DEFAULT_MAX_AGE, MAIL_HEADERS } from "./_mail.ts";

/** What a transport is told about a mail. */
export interface MailMessage {
  /** Recipient. */
  to: string;
  /** Sender. */
  from?: string;
  /** Further headers. */
  headers: Readonly<Record<string, string>>;
  /** Subject line. */
  subject: string;
  /** Plain text. */
  text: string;
  /** HTML document. */
  html: string;
}

/** What a transport answers: recipients that did not get the mail. */
export interface MailResult {
  /** Refused by the server. */
  rejected?: unknown[];
  /** Not decided yet. */
  pending?: unknown[];
}

/** Sends mails: what `createTransport` of `nodemailer` returns. */
export interface MailTransport {
  /** Sends one mail. */
  sendMail(message: MailMessage): Promise<MailResult>;
}

/** A Nodemailer provider. */
export interface NodemailerConfig<Id extends string = string> extends EmailConfig<Id> {
  /** See {@linkcode NodemailerUserConfig}. */
  server?: string | object | undefined;
  /** Sends the link. */
  sendVerificationRequest: (params: EmailProviderSendVerificationRequestParams) => Promise<void>;
  /** What the app passed to the provider function. */
  options?: NodemailerUserConfig | undefined;
}

/** What an app may pass to {@linkcode Nodemailer}. */
export type NodemailerUserConfig = EmailUserConfig & {
  /**
   * A URL such as `smtps://user:password@mail.example:465`, options of
   * `createTransport`, or a transport that is ready.
   */
  server?: string | object | undefined;
};

/**
 * Sign in with a link sent over SMTP. Needs an `adapter`.
 *
 * @param options `server`, and `from`
 * @throws {AuthError} when there is no `server`
 *
 * @example
 * ```ts
 * import Nodemailer from "@x/auth/providers/nodemailer";
 *
 * const provider = Nodemailer({
 *   server: "smtps://user:password@mail.example:465",
 *   from: "App <no-reply@app.example>",
 * });
 * console.log(provider.id);
 * ```
 */
export default function Nodemailer<Id extends OwnId<"nodemailer"> = "nodemailer">(
  options?: NodemailerUserConfig & WithId<Id>,
): NodemailerConfig<NoInfer<Id>> {
  if (!options?.server) {
    throw new AuthError("Cannot use Nodemailer: pass `server`, for example an smtps: URL");
  }
  return {
    id: idOf(options, "nodemailer"),
    name: "Nodemailer",
    type: "email",
    server: options.server,
    from: DEFAULT_FROM,
    maxAge: DEFAULT_MAX_AGE,
    sendVerificationRequest,
    options,
  };
}

async function sendVerificationRequest(
  params: EmailProviderSendVerificationRequestParams,
): Promise<void> {
  const { identifier: to, provider } = params;
  const transport = await transportOf(provider.server);
  const { rejected = [], pending = [] } = await transport.sendMail({
    to,
    from: provider.from,
    headers: MAIL_HEADERS,
    ...createMail(params),
  });
  if (rejected.concat(pending).some(Boolean)) {
    throw new EmailSignInError("Cannot send the e-mail: the server does not take the recipient", {
      cause: { provider: provider.id },
    });
  }
}

async function transportOf(server: string | object): Promise<MailTransport> {
  if (typeof server === "object" && "sendMail" in server) return server as MailTransport;
  const { createTransport } = await import("nodemailer").catch((error) => {
    if (error?.code !== "ERR_MODULE_NOT_FOUND") throw error;
    throw new EmailSignInError(
      "Cannot send the e-mail: the package `nodemailer` is not installed; run `npm install nodemailer`",
      { cause: { err: error } },
    );
  });
  return createTransport(server);
}

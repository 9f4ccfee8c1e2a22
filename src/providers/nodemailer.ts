/**
 * Any SMTP server, through the package `nodemailer`:
 * {@link https://nodemailer.com/smtp}.
 *
 * The package is loaded when the first email is sent, and not at all when
 * `server` is a transport. Deno fetches it; an app on npm installs it:
 * `npm install nodemailer`. It has no dependencies and no install scripts. A
 * client in this library would need pools, proxies, DKIM and OAuth to support
 * the `server` options of existing apps.
 *
 * @module
 */

import { AuthError, EmailSignInError } from "../errors.ts";
import type { Mail } from "../mail/layout.ts";
import type { Awaitable } from "../types/entities.ts";
import type { AccountMail } from "../types/factor.ts";
import type {
  EmailConfig,
  EmailProviderSendVerificationRequestParams,
  EmailUserConfig,
  OwnId,
  WithId,
} from "../types/provider.ts";
import { providerId } from "../base/provider_id.ts";
import { DEFAULT_MAX_AGE, MAIL_HEADERS, sendersOf } from "./_mail.ts";
import { explainNotLoaded } from "../base/package.ts";

/** Email that is passed to a transport. */
export interface MailMessage {
  /** Address of the recipient. */
  to: string;
  /** Address of the sender. */
  from?: string;
  /** Further headers. */
  headers: Readonly<Record<string, string>>;
  /** Subject line. */
  subject: string;
  /** Body as plain text. */
  text: string;
  /** Body as an HTML document. */
  html: string;
}

/** Result of a transport: the recipients that did not get the email. */
export interface MailResult {
  /** Recipients that the server refused. */
  rejected?: unknown[];
  /** Recipients that the server has not decided on. */
  pending?: unknown[];
}

/** Sends emails; `createTransport` of `nodemailer` returns one. */
export interface MailTransport {
  /** Sends one email; returns nothing when all recipients got it, and throws when it failed. */
  sendMail(message: MailMessage): Awaitable<MailResult | void>;
}

/**
 * A transport that prints emails instead of sending them, to try an app without an email
 * server. The links in the output sign people in, so it is not for production.
 *
 * @example
 * ```ts
 * import Nodemailer, { terminal } from "@x/auth/providers/nodemailer";
 *
 * console.log(Nodemailer({ server: terminal, from: "App <no-reply@app.example>" }).id);
 * ```
 */
export const terminal: MailTransport = {
  sendMail({ to, subject, text }) {
    console.log(`\nTo: ${to}\nSubject: ${subject}\n\n${text}`);
  },
};

/** A Nodemailer provider. */
export interface NodemailerConfig<Id extends string = string> extends EmailConfig<Id> {
  /** See {@linkcode NodemailerUserConfig}. */
  server?: string | object | undefined;
  /** Sends the link. */
  sendVerificationRequest: (params: EmailProviderSendVerificationRequestParams) => Promise<void>;
  /** Sends an email about an account. */
  sendMail: (mail: AccountMail, provider: EmailConfig) => Promise<void>;
  /** Options that the app passed to the provider function. */
  options?: NodemailerUserConfig | undefined;
}

/** Options of {@linkcode Nodemailer}. */
export type NodemailerUserConfig = EmailUserConfig & {
  /**
   * A URL such as `smtps://user:password@mail.example:465`, options of
   * `createTransport`, or a transport.
   */
  server?: string | object | undefined;
};

/**
 * Sign in with a link sent over SMTP. Needs an `adapter`.
 *
 * @param options `server`, and `from`
 * @throws {AuthError} when there is no `server`, or it is text that is no such URL
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
  const text = errorOfServer(options?.server);
  if (!options || text) throw new AuthError(`Cannot use Nodemailer: ${text}`);
  return {
    id: providerId(options, "nodemailer"),
    name: "Nodemailer",
    type: "email",
    server: options.server,
    maxAge: DEFAULT_MAX_AGE,
    requiredOptions: ["from"],
    ...sendersOf(send),
    options,
  };
}

/** The value is not part of the text: it can hold a password. */
function errorOfServer(server: unknown): string | undefined {
  if (!server) return "pass `server`, for example an smtps: URL";
  if (typeof server === "object") {
    return "sendMail" in server && typeof server.sendMail !== "function"
      ? "`server.sendMail` is not a function"
      : undefined;
  }
  if (typeof server === "string" && isMailUrl(server)) return undefined;
  return "`server` is not a URL that begins with smtp:// or smtps://, such as " +
    "smtp://localhost:2525, and no object; write one";
}

function isMailUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return /^(smtps?|direct):$/.test(protocol) && hostname !== "";
}

async function send(provider: EmailConfig, to: string, mail: Mail): Promise<void> {
  const transport = await transportOf(provider.server);
  const result = await transport.sendMail({
    to,
    from: provider.from,
    headers: MAIL_HEADERS,
    ...mail,
  });
  const { rejected = [], pending = [] } = result ?? {};
  if (rejected.concat(pending).some(Boolean)) {
    throw new EmailSignInError("Cannot send the email: the server refused the recipient", {
      cause: { provider: provider.id },
    });
  }
}

async function transportOf(server: string | object): Promise<MailTransport> {
  if (typeof server === "object" && "sendMail" in server) return server as MailTransport;
  return (await load()).createTransport(server);
}

async function load() {
  let err: unknown;
  try {
    const library = await import("nodemailer");
    if ("createTransport" in library) return library;
  } catch (error) {
    err = error;
  }
  throw new EmailSignInError(`Cannot send the email: ${explainNotLoaded("nodemailer", err)}`, {
    cause: { err: err as Error | undefined },
  });
}

/**
 * The request for an email with a link: what is sent, and what the browser and the store keep until
 * the link or its code comes back.
 *
 * @module
 */

import { randomHex } from "../../base/crypto/bytes.ts";
import { AccessDenied, EmailSignInError } from "../../errors.ts";
import { audit } from "../../hooks/audit.ts";
import { mayBecomeUser } from "../../hooks/admission.ts";
import { admit } from "../../hooks/callbacks.ts";
import { traceEmail } from "../../hooks/telemetry.ts";
import { makeWording } from "../../mail/wording.ts";
import { actionUrl, providerUrls, withQuery } from "../../http/url.ts";
import { lazy } from "../../base/lazy.ts";
import { nowMs, secondsFromNow } from "../../base/time.ts";
import { rebuildRequest } from "../../request/rebuild.ts";
import type { EmailPurpose } from "../../types/entities.ts";
import type { Context } from "../../types/internal.ts";
import type { Identity, Redirect } from "../../types/identity.ts";
import type { InternalProvider } from "../../types/resolved_provider.ts";
import type { TypedPendingPassword } from "../../types/password.ts";
import type {
  EmailConfig,
  EmailProviderSendVerificationRequestParams,
} from "../../types/provider.ts";
import { toIdentifier } from "./address.ts";
import { createEmailAttempt, type EmailAttempt, pendingAttempt } from "./attempt.ts";
import { CODE_MAX_AGE, createCode, maxAgeOf, ticketRow, triesLeft } from "./code.ts";
import { readIdentity } from "./identity.ts";
import { forget, once } from "./once.ts";
import { hashToken, signLink } from "./token.ts";

const recipientLimit = lazy(() => import("../../limits/recipient.ts"));

/** Seconds after which the same browser can ask for another email to the same address. */
const RESEND_AFTER = 30;

/** What a link is for, and what it makes valid. */
export interface LinkRequest {
  /** What the person asked for. Default: `"sign-in"` */
  purpose?: EmailPurpose;
  /** Password that was typed, and counts once the address is proven in this browser. */
  pending?: TypedPendingPassword;
}

/**
 * Sends the email with the link.
 *
 * @param typed address, as the user typed it
 */
export async function requestLink(
  ctx: Context,
  provider: EmailConfig,
  typed: unknown,
  { purpose = "sign-in", pending }: LinkRequest,
): Promise<Redirect> {
  const identifier = toIdentifier(typed, provider);
  const work = async () => await issue(ctx, provider, identifier, { purpose, pending });
  const browser = ctx.cookies.get("csrfToken");
  if (pending || !browser) return await remember(ctx, provider, await work());
  const { callbackUrl } = ctx;
  const waiting = await pendingAttempt(ctx, provider);
  if (waiting) {
    const isRepeated = isSame(waiting.attempt, { identifier, purpose, callbackUrl });
    return isRepeated && ctx.config.limits && secondsToResend(waiting.attempt) > 0
      ? { redirect: verifyUrl(ctx, provider, { error: "TooSoon" }) }
      : await remember(ctx, provider, await work());
  }
  // The browser of a second click has not got the answer to the first one.
  const key = JSON.stringify([browser, provider.id, identifier, purpose, callbackUrl]);
  return await remember(ctx, provider, await once(key, work));
}

function isSame(
  { purpose = "sign-in", ...attempt }: EmailAttempt,
  asked: Required<Pick<EmailAttempt, "identifier" | "purpose" | "callbackUrl">>,
): boolean {
  return attempt.identifier === asked.identifier && purpose === asked.purpose &&
    attempt.callbackUrl === asked.callbackUrl;
}

function secondsToResend({ startedAtMs }: { startedAtMs: number }): number {
  return Math.max(0, Math.ceil(RESEND_AFTER - (nowMs() - startedAtMs) / 1000));
}

/** An email on its way, or a refusal of the app. */
type Issued = Redirect | { token: string; attempt: EmailAttempt };

async function remember(ctx: Context, provider: EmailConfig, issued: Issued): Promise<Redirect> {
  if ("redirect" in issued) return issued;
  await createEmailAttempt(ctx, issued.token, issued.attempt, maxAgeOf(provider));
  return { redirect: verifyUrl(ctx, provider, {}) };
}

async function issue(
  ctx: Context,
  provider: EmailConfig,
  identifier: string,
  { purpose, pending }: { purpose: EmailPurpose; pending: TypedPendingPassword | undefined },
): Promise<Issued> {
  const identity = await readIdentity(ctx, provider, identifier, pending);
  const elsewhere = await mayAsk(ctx, identity);
  if (elsewhere) return elsewhere;
  const { limits } = ctx.config;
  if (limits?.perRecipient) {
    await (await recipientLimit()).countMail(ctx.config, identifier, limits.perRecipient);
  }

  const token = await provider.generateVerificationToken?.() ?? randomHex(32);
  // Elsewhere, the link would make another user of the address. There it is unknown.
  const isBound = identity.pending !== undefined && !identity.user.email;
  const stored = await hashToken(ctx, provider, isBound ? `${token} in this browser` : token);
  const expires = secondsFromNow(maxAgeOf(provider));
  const code = createCode(provider);
  const { callbackUrl } = ctx;
  const store = ctx.config.store!;
  const url = withQuery(actionUrl(ctx, "callback", provider.id), {
    callbackUrl,
    token,
    email: identifier,
    signature: await signLink(ctx, provider, token, identifier),
  });
  const codeExpires = new Date(Math.min(expires.valueOf(), nowMs() + CODE_MAX_AGE * 1000));
  const rows = [{ identifier, token: stored, expires }];
  if (code) rows.push(ticketRow(identifier, code, codeExpires));
  const mail = async (): Promise<void> => {
    const params = { identifier, url, expires, token, purpose: purposeOfMail(purpose, identity) };
    await send(ctx, provider, code ? { ...params, code: code.digits, codeExpires } : params);
  };
  const isPrivate = ctx.config.signUp === "invited";
  const [sent, ...written] = await Promise.allSettled([
    isPrivate ? undefined : mail(),
    ...rows.map((row) => store.createVerificationToken(row)),
  ]);
  for (const result of written) if (result.status === "rejected") throw result.reason;
  if (sent.status === "rejected") throw sent.reason;

  if (isPrivate) setTimeout(() => sendToUser(ctx, identity, mail));
  else await reportSent(ctx, identity);
  const attempt = {
    provider: provider.id,
    identifier,
    token: stored,
    callbackUrl,
    code,
    kept: pending,
  };
  return { token, attempt: purpose === "sign-in" ? attempt : { ...attempt, purpose } };
}

/** The words of the email tell its reader, and nobody else, whether there is an account. */
function purposeOfMail(asked: EmailPurpose, { isStored }: Identity): EmailPurpose {
  if (asked === "sign-in") return asked;
  return isStored ? asked === "password" ? asked : "sign-in" : "sign-up";
}

/** Data for the page that waits for an email. */
export interface PendingEmail {
  /** Field `attempt` of the form for a code. */
  attempt: string;
  /** Address the email went to. */
  email: string;
  /** What the person asked for. */
  purpose: EmailPurpose;
  /** Number of further wrong codes that ends the code; 0 when none can be typed. */
  triesLeft: number;
  /** Number of digits of the code; absent without one. */
  codeLength?: number;
  /** Seconds until another email can be sent. */
  secondsToResend: number;
  /** URL that the browser goes to after the sign-in. */
  callbackUrl: string;
}

/** The newest email that this browser waits for; `undefined` when there is none. */
export async function pendingEmail(
  ctx: Context,
  provider: EmailConfig,
): Promise<PendingEmail | undefined> {
  const found = await pendingAttempt(ctx, provider);
  if (!found) return;
  const { suffix, attempt } = found;
  const { identifier: email, purpose = "sign-in", callbackUrl } = attempt;
  return {
    attempt: suffix,
    email,
    purpose,
    triesLeft: triesLeft(attempt),
    ...(attempt.code ? { codeLength: attempt.code.digits.length } : {}),
    secondsToResend: secondsToResend(attempt),
    callbackUrl,
  };
}

async function reportSent(ctx: Context, { isStored, user }: Identity): Promise<void> {
  await audit(ctx, { name: "mail.sent", userId: isStored ? user.id : undefined });
}

/**
 * Sends the email if the address is that of a user. It runs after the answer, whose time and
 * content would otherwise tell who is one.
 */
async function sendToUser(
  ctx: Context,
  identity: Identity,
  mail: () => Promise<void>,
): Promise<void> {
  if (!identity.isStored && !await isInvited(ctx, identity)) {
    return await audit(ctx, { name: "signin.refused", reason: "sign-up-refused" });
  }
  try {
    await mail();
  } catch (error) {
    ctx.config.logger.error(error as Error);
    return await audit(ctx, { name: "signin.refused", reason: "mail-failed" });
  }
  await reportSent(ctx, identity);
}

/** A failure refuses: the answer has left already. */
async function isInvited({ config }: Context, { account }: Identity): Promise<boolean> {
  try {
    return await mayBecomeUser(config, account.providerAccountId);
  } catch (error) {
    config.logger.error(error as Error);
    return false;
  }
}

/** Calls the `signIn` callback before an email is sent; an error refuses the request. */
async function mayAsk(ctx: Context, { user, account }: Identity): Promise<Redirect | undefined> {
  try {
    return await admit(ctx, { user, account, email: { verificationRequest: true } });
  } catch (error) {
    throw error instanceof AccessDenied ? error : new AccessDenied(error as Error);
  }
}

async function send(
  ctx: Context,
  config: EmailConfig,
  params: Pick<
    EmailProviderSendVerificationRequestParams,
    "identifier" | "url" | "expires" | "token" | "code" | "codeExpires" | "purpose"
  >,
): Promise<void> {
  const { config: { theme }, request } = ctx;
  const provider: InternalProvider<EmailConfig> = {
    ...config,
    ...providerUrls(ctx, config.id),
  };
  let copy: Request | undefined;
  try {
    await traceEmail(config, async () =>
      await provider.sendVerificationRequest({
        ...params,
        provider,
        theme,
        // Most senders need none, and it takes a good part of the whole time.
        get request() {
          return copy ??= rebuildRequest(request, withoutPasswords(ctx));
        },
        ...makeWording(ctx.config, request),
      }));
  } catch (error) {
    if (error instanceof EmailSignInError) throw error;
    throw new EmailSignInError(error as Error, { cause: { provider: provider.id } });
  }
}

/** The fields of the form. Where providers share one, it may hold a password of another. */
function withoutPasswords({ config, request }: Context): Record<string, unknown> {
  const fields = { ...request.body };
  for (const provider of config.providers.values()) {
    if (provider.type !== "credentials") continue;
    for (const [name, input] of Object.entries(provider.credentials ?? {})) {
      if (input?.type === "password") delete fields[name];
    }
  }
  return fields;
}

/** The next request for an email is not taken for a second click on the button that sent this one. */
export function forgetIssued(stored: string): void {
  forget((issued) => (issued as { attempt?: EmailAttempt }).attempt?.token === stored);
}

/** URL of the page that waits for the email. */
export function verifyUrl(ctx: Context, { id }: EmailConfig, params: { error?: string }): string {
  return withQuery(actionUrl(ctx, "verify-request"), { provider: id, type: "email", ...params });
}

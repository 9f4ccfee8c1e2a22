/**
 * Sign-in by a link in an email, which proves that the user can read email at the address.
 *
 * | Where the link is opened | By GET | By HEAD |
 * |---|---|---|
 * | in the browser that requested it | signs in | a page |
 * | anywhere else | a page with one button, which posts the token | a page |
 *
 * Email scanners and previews fetch links before the user does; they get the
 * page, and the token stays valid. The page also protects from login CSRF, where
 * an attacker sends a link that signs the user in to the attacker's account: the
 * page shows the address, and its form needs this browser's CSRF token, which no
 * other site can post. Each sign-in creates a new session, which prevents
 * session fixation.
 *
 * The answer to a request for a link, and the work for it, are the same for
 * known and unknown addresses. Where only users may sign in (`signUp: "invited"`), the email
 * is sent after the answer, and to users only.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc9110#section-9.2.1 RFC 9110 §9.2.1}: safe methods
 * @module
 */

import { findFault } from "../../base/address.ts";
import { randomHex } from "../../base/crypto/random.ts";
import { AccessDenied, EmailSignInError, Verification } from "../../errors.ts";
import { audit } from "../../hooks/audit.ts";
import { admit } from "../../hooks/callbacks.ts";
import { traceEmail } from "../../hooks/telemetry.ts";
import { wordingOf } from "../../mail/wording.ts";
import { actionUrl, providerUrls, withQuery } from "../../http/url.ts";
import { lazy } from "../../base/lazy.ts";
import { rebuildRequest } from "../../request/rebuild.ts";
import type { AdapterUser } from "../../types/adapter.ts";
import type { Account } from "../../types/entities.ts";
import type { Flow } from "../../types/flow.ts";
import type { Context } from "../../types/internal.ts";
import type { Confirmation, Identity, Redirect } from "../../types/identity.ts";
import type { InternalProvider } from "../../types/resolved_provider.ts";
import type { TypedKept } from "../../types/password.ts";
import type {
  EmailConfig,
  EmailProviderSendVerificationRequestParams,
} from "../../types/provider.ts";
import { toIdentifier } from "./address.ts";
import {
  attemptOfLink,
  createEmailAttempt,
  deleteEmailAttempt,
  type FoundAttempt,
} from "./attempt.ts";
import { CODE_MAX_AGE, createCode, maxAgeOf, ticketRow, useCode } from "./code.ts";
import { hashToken, useRow, useToken } from "./token.ts";

export { pendingCode } from "./code.ts";

/** Start: sends the email. Finish: turns its link or its code into an identity. */
export const emailFlow: Flow<EmailConfig> = {
  start,
  finish,
  finishMethods: ["GET", "HEAD", "POST"],
  finishNeedsCsrf: true,
};

const recipientLimit = lazy(() => import("../../limits/recipient.ts"));

async function start(ctx: Context, provider: EmailConfig): Promise<Redirect> {
  return await requestLink(ctx, provider, ctx.request.body?.email);
}

/**
 * Sends the email with the link.
 *
 * @param typed address, as the user typed it
 * @param kept password that was typed, and counts once the address is proven in this browser
 */
export async function requestLink(
  ctx: Context,
  provider: EmailConfig,
  typed: unknown,
  kept?: TypedKept,
): Promise<Redirect> {
  const identifier = toIdentifier(typed, provider);
  const identity = await identityOf(ctx, provider, identifier, kept);
  const elsewhere = await mayAsk(ctx, identity);
  if (elsewhere) return elsewhere;
  const { limits } = ctx.config;
  if (limits?.perRecipient) {
    await (await recipientLimit()).countMail(ctx.config, identifier, limits.perRecipient);
  }

  const token = await provider.generateVerificationToken?.() ?? randomHex(32);
  // Elsewhere, the link would make another user of the address. There it is unknown.
  const isBound = identity.kept !== undefined && !identity.user.email;
  const stored = await hashToken(ctx, provider, isBound ? `${token} in this browser` : token);
  const expires = new Date(Date.now() + maxAgeOf(provider) * 1000);
  const code = createCode(provider);
  const { callbackUrl } = ctx;
  const store = ctx.config.store!;
  const url = withQuery(actionUrl(ctx, "callback", provider.id), {
    callbackUrl,
    token,
    email: identifier,
  });
  const codeExpires = new Date(Math.min(expires.valueOf(), Date.now() + CODE_MAX_AGE * 1000));
  const rows = [{ identifier, token: stored, expires }];
  if (code) rows.push(ticketRow(identifier, code, codeExpires));
  const mail = async (): Promise<void> => {
    const params = { identifier, url, expires, token };
    await send(ctx, provider, code ? { ...params, code: code.digits, codeExpires } : params);
  };
  const isPrivate = ctx.config.signUp === "invited";
  const [sent, ...written] = await Promise.allSettled([
    isPrivate ? undefined : mail(),
    ...rows.map((row) => store.createVerificationToken(row)),
  ]);
  for (const result of written) if (result.status === "rejected") throw result.reason;
  if (sent.status === "rejected") throw sent.reason;

  const attempt = { provider: provider.id, identifier, token: stored, callbackUrl, code, kept };
  await createEmailAttempt(ctx, token, attempt, maxAgeOf(provider));
  if (isPrivate) setTimeout(() => sendToUser(ctx, identity, mail));
  else await reportSent(ctx, identity);
  return { redirect: verifyUrl(ctx, provider, {}) };
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
  if (!identity.isStored) {
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
    "identifier" | "url" | "expires" | "token" | "code" | "codeExpires"
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
        ...wordingOf(ctx.config, request),
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

async function finish(
  ctx: Context,
  provider: EmailConfig,
): Promise<Identity | Redirect | Confirmation> {
  const { method, query, body } = ctx.request;
  const fields = method === "POST" ? { ...query, ...body } : query;
  if (method === "POST" && fields.code !== undefined) {
    return await finishByCode(ctx, provider, fields);
  }
  const { token, email } = fields;
  if (typeof token !== "string" || !token || (email !== undefined && typeof email !== "string")) {
    throw refuse(provider, "it has no token");
  }
  const found = await attemptOfLink(ctx, provider, token, email);
  if (!mayUse(ctx, provider, found)) {
    return confirmation(ctx, token, email);
  }
  const identifier = email ?? found?.attempt.identifier;
  if (!identifier) throw refuse(provider, "it has no address");
  if (found) deleteEmailAttempt(ctx, found);
  const row = found
    ? await useRow(ctx, identifier, found.attempt.token)
    : await useToken(ctx, provider, identifier, token);
  if (!row) throw refuse(provider, "it is unknown, expired, or was used");
  return await provenIdentity(ctx, provider, identifier, found?.attempt.kept);
}

/** Page that posts the same fields again; it shows the address when that is valid. */
function confirmation({ callbackUrl }: Context, token: string, email?: string): Confirmation {
  if (email === undefined) return { fields: { callbackUrl, token } };
  const shown = findFault(email) ? undefined : email;
  return { fields: { callbackUrl, token, email }, email: shown };
}

/** `true` when this request may use up the link; else it gets the confirmation page. */
function mayUse(
  { request: { method, request } }: Context,
  { skipLinkConfirmation }: EmailConfig,
  found: FoundAttempt | undefined,
): boolean {
  if (method === "POST") return true; // the page's form, with this browser's CSRF token
  if (method === "HEAD") return false;
  if (skipLinkConfirmation) return true;
  // A browser that prefetches sends the cookie, although the user has not clicked.
  const isAhead = /prefetch|prerender/i.test(
    `${request.headers.get("sec-purpose")} ${request.headers.get("purpose")}`,
  );
  return found !== undefined && !isAhead;
}

async function finishByCode(
  ctx: Context,
  provider: EmailConfig,
  { code, attempt }: Readonly<Record<string, unknown>>,
): Promise<Identity | Redirect> {
  const suffix = typeof attempt === "string" && attempt ? attempt : undefined;
  const used = await useCode(ctx, provider, String(code), suffix);
  if (!used) {
    await audit(ctx, { name: "signin.refused", reason: "wrong-code" });
    return { redirect: verifyUrl(ctx, provider, { error: "InvalidCode" }) };
  }
  return await provenIdentity(ctx, provider, used.identifier, used.kept);
}

/** Where sessions have records, one that begins while its user's address changes is refused. */
async function provenIdentity(
  ctx: Context,
  provider: EmailConfig,
  identifier: string,
  kept: TypedKept | undefined,
): Promise<Identity> {
  const identity = await identityOf(ctx, provider, identifier, kept);
  const { revocation, store } = ctx.config;
  if (!revocation) return identity;
  const recheck = async () => {
    if ((await store!.getUserByEmail(identifier))?.email) return;
    throw refuse(provider, "the user has changed the address meanwhile");
  };
  return { ...identity, recheck };
}

/** The stored user of an address or a kept password, or a new one that is not stored yet. */
async function identityOf(
  ctx: Context,
  provider: EmailConfig,
  identifier: string,
  kept?: TypedKept,
): Promise<Identity> {
  const owner = kept && await userOfKept(ctx, kept);
  const known = owner ?? await ctx.config.store!.getUserByEmail(identifier);
  const user: AdapterUser = known ??
    { id: crypto.randomUUID(), email: identifier, emailVerified: null };
  const account: Account = {
    providerAccountId: identifier,
    userId: user.id,
    type: "email",
    provider: provider.id,
  };
  const isStored = known !== null;
  return { user, account, isStored, methods: ["mail"], ...(owner ? { kept } : {}) };
}

async function userOfKept({ config }: Context, kept: TypedKept): Promise<AdapterUser | null> {
  // Kept passwords need the provider, which may have been taken out of the config since.
  if (!config.passwords) return null;
  return await (await config.passwords.kept()).keptUser(config, kept);
}

function verifyUrl(ctx: Context, { id }: EmailConfig, params: { error?: string }): string {
  return withQuery(actionUrl(ctx, "verify-request"), { provider: id, type: "email", ...params });
}

function refuse({ id }: EmailConfig, why: string): Verification {
  return new Verification(`Cannot use the link: ${why}`, { cause: { provider: id } });
}

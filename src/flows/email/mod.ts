/**
 * Sign-in by a link in an email, which proves that the user can read email at the address.
 *
 * | Where the link is opened | By GET | By HEAD |
 * |---|---|---|
 * | in the browser that requested it | signs in | a page |
 * | anywhere else | a page with one button, which posts the token | a page |
 *
 * A link that was changed, used, or has expired leads to the error page by either method. That tells
 * of the link alone: a token that was never made is like one that was used, for every address.
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

import { toNormalForm } from "../../base/address.ts";
import { Verification } from "../../errors.ts";
import { audit } from "../../hooks/audit.ts";
import { isSecondVisit } from "../../session/second_visit.ts";
import type { EmailPurpose } from "../../types/entities.ts";
import type { Flow } from "../../types/flow.ts";
import type { Context } from "../../types/internal.ts";
import type { Confirmation, Identity, Redirect } from "../../types/identity.ts";
import type { TypedPendingPassword } from "../../types/password.ts";
import type { EmailConfig } from "../../types/provider.ts";
import { attemptOfLink, deleteEmailAttempt, type FoundAttempt } from "./attempt.ts";
import { useCode } from "./code.ts";
import { readIdentity } from "./identity.ts";
import { forgetIssued, requestLink, verifyUrl } from "./request.ts";
import { isSigned, mayWork, useRow, useToken } from "./token.ts";

/** Start: sends the email. Finish: turns its link or its code into an identity. */
export const emailFlow: Flow<EmailConfig> = {
  start,
  finish,
  finishMethods: ["GET", "HEAD", "POST"],
  finishNeedsCsrf: true,
};

/** What a form may ask for. */
const PURPOSES: readonly unknown[] = ["sign-in", "sign-up", "password"] satisfies EmailPurpose[];

async function start(ctx: Context, provider: EmailConfig): Promise<Redirect> {
  const { email, purpose } = ctx.request.body ?? {};
  const asked = PURPOSES.includes(purpose) ? purpose as EmailPurpose : "sign-in";
  return await requestLink(ctx, provider, email, { purpose: asked });
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
  // The link was clicked twice: the session of the first click is there, and the link need not be used.
  if (!found && method === "GET" && email && await isSecondVisit(ctx, provider.id, email)) {
    return { redirect: ctx.callbackUrl };
  }
  if (!mayUse(ctx, provider, found)) {
    const stored = found?.attempt.token;
    return await confirmation(ctx, provider, { token, email, signature: fields.signature, stored });
  }
  const identifier = email ?? found?.attempt.identifier;
  if (!identifier) throw refuse(provider, "it has no address");
  if (found) {
    deleteEmailAttempt(ctx, found);
    forgetIssued(found.attempt.token);
  }
  const row = found
    ? await useRow(ctx, identifier, found.attempt.token)
    : await useToken(ctx, provider, identifier, token);
  // A link of an older version, or of the app, can have the address in another form.
  const address = toNormalForm(identifier);
  if (!row) {
    if (await isSecondVisit(ctx, provider.id, address)) return { redirect: ctx.callbackUrl };
    throw refuse(provider, "it is unknown, expired, or was used");
  }
  return await provenIdentity(ctx, provider, address, found?.attempt.kept);
}

/**
 * Page that posts the same fields again; it shows the address that the link was made for.
 *
 * @param link.stored stored form of the token, where this browser asked for the link
 */
async function confirmation(
  ctx: Context,
  provider: EmailConfig,
  { token, email, signature, stored }: {
    token: string;
    email: string | undefined;
    signature: unknown;
    stored: string | undefined;
  },
): Promise<Confirmation> {
  const { callbackUrl } = ctx;
  if (email === undefined) return { fields: { callbackUrl, token } };
  // Apps can build links of their own, which have no signature.
  const hasSignature = typeof signature === "string";
  if (hasSignature && !await isSigned(ctx, provider, token, email, signature)) {
    throw refuse(provider, "it was changed, or is none of this app");
  }
  if (!await mayWork(ctx, provider, { identifier: email, token, stored })) {
    throw refuse(provider, "it is unknown, expired, or was used");
  }
  const fields = { callbackUrl, token, email };
  return hasSignature ? { fields, email } : { fields };
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
  forgetIssued(used.token);
  return await provenIdentity(ctx, provider, used.identifier, used.kept);
}

/** Where sessions have records, one that begins while its user's address changes is refused. */
async function provenIdentity(
  ctx: Context,
  provider: EmailConfig,
  identifier: string,
  pending: TypedPendingPassword | undefined,
): Promise<Identity> {
  const identity = await readIdentity(ctx, provider, identifier, pending);
  const { revocation, store } = ctx.config;
  if (!revocation) return identity;
  const recheck = async () => {
    if (await store!.getUserByEmail(identifier)) return;
    throw refuse(provider, "the user has changed the address meanwhile");
  };
  return { ...identity, recheck };
}

function refuse({ id }: EmailConfig, message: string): Verification {
  return new Verification(`Cannot use the link: ${message}`, { cause: { provider: id } });
}

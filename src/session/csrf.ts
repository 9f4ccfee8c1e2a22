/**
 * Tokens of the forms that this library draws. Each names the visitor for whom its page was drawn:
 * another tab can change accounts meanwhile, and a form must not act for the user who is signed in
 * now when its page shows another one. This is the only place that compares them.
 *
 * A token is `<token of the browser>.<visitor>`; the first part is empty where no token protects
 * forms. The visitor is a keyed hash of the id, and of no more, so that it stays the same when the
 * browser gets another token.
 *
 * @module
 */

import { isEqual, sha256Base64url } from "../base/crypto/hash.ts";
import { createFieldStore } from "../base/field_store.ts";
import { VisitorChanged } from "../errors.ts";
import { browserToken, requireBrowserToken, SEPARATOR } from "../request/csrf.ts";
import type { Context } from "../types/internal.ts";
import { readVisitor, seenVisitorId } from "./visitor.ts";

/** Visitor of a page that was drawn for a browser without a session. */
const NOBODY = "0";

/** Length of the hash: 132 bits. */
const LENGTH = 22;

/** Tokens of pages, by the cookies of their requests: all forms of a page have the same one. */
const made = createFieldStore<string>();

/**
 * Returns the token for the forms of a page, and sets its cookie when the browser has none.
 *
 * @returns `undefined` for a call of the app or of a program, which has no forms
 */
export async function csrfToken(ctx: Context): Promise<string | undefined> {
  if (ctx.request.skipsCsrf) return undefined;
  const known = made.get(ctx.cookies);
  if (known !== undefined) return known;
  const id = await seenVisitorId(ctx);
  const visitor = id === undefined ? NOBODY : await nameOf(id, secretsOf(ctx)[0]!);
  const token = `${await browserToken(ctx) ?? ""}${SEPARATOR}${visitor}`;
  made.set(ctx.cookies, token);
  return token;
}

/**
 * Refuses a form that does not carry the token of its browser, and one that was drawn for another
 * visitor than the user who is signed in. A browser without a session has no user for whom
 * anything could be changed.
 *
 * @param mayBePlain `true` where forms of the app may name no visitor, as with Auth.js: to sign in,
 * to sign out, and to update the session. A visitor that the form names is compared in any case.
 * Default `false`
 * @throws {MissingCSRF} without the token of the browser
 * @throws {VisitorChanged} when another user is signed in
 */
export async function requireCsrf(ctx: Context, mayBePlain = false): Promise<void> {
  await requireBrowserToken(ctx);
  if (ctx.request.skipsCsrf) return;
  const visitor = visitorIn(ctx.request.body?.csrfToken);
  if (visitor === undefined && mayBePlain) return;
  await compare(ctx, visitor);
}

/**
 * Refuses a request that follows from a page for another visitor, given the visitor that the page
 * put into it.
 *
 * @param sent absent in a request that no page of this library makes
 * @throws {VisitorChanged} when another user is signed in
 */
export async function requireVisitor(ctx: Context, sent: string | undefined): Promise<void> {
  if (sent !== undefined) await compare(ctx, sent);
}

/** The visitor that a token names; `undefined` when it names none. */
export function visitorIn(token: unknown): string | undefined {
  return typeof token === "string" ? token.split(SEPARATOR, 2)[1] : undefined;
}

async function compare(ctx: Context, visitor: string | undefined): Promise<void> {
  const current = await readVisitor(ctx);
  if (!current || await isNamed(ctx, visitor, current.userId)) return;
  throw new VisitorChanged(
    "Cannot act on the form: its page was drawn for another visitor than the user who is signed in",
    current,
  );
}

async function isNamed(ctx: Context, visitor: string | undefined, id: string): Promise<boolean> {
  if (visitor?.length !== LENGTH) return false;
  // Older secrets, since pages stay open during a rotation.
  for (const secret of secretsOf(ctx)) {
    if (isEqual(await nameOf(id, secret), visitor)) return true;
  }
  return false;
}

async function nameOf(id: string, secret: string): Promise<string> {
  return (await sha256Base64url(JSON.stringify(["visitor", id, secret]))).slice(0, LENGTH);
}

function secretsOf({ config: { secret } }: Context): readonly string[] {
  return typeof secret === "string" ? [secret] : secret;
}

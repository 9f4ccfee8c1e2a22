/**
 * Tokens of the forms that this library draws. Each names the visitor for whom its page was drawn:
 * another tab can change accounts meanwhile, and a form must not act for the user who is signed in
 * now when its page shows another one. This is the only place that compares them.
 *
 * A token is `<token of the browser>.<visitor>`; the first part is empty where no token protects
 * forms. The visitor is a keyed hash of the id, and of no more, so that it stays the same when the
 * browser gets another token. On a page about a sign-in that waits it is that sign-in, since another
 * tab can begin another one.
 *
 * @module
 */

import { isEqual } from "../base/crypto/hash.ts";
import { createFieldStore } from "../base/objects.ts";
import { SHORT_HASH, shortHashParts } from "../base/hashed.ts";
import { VisitorChanged } from "../errors.ts";
import { browserToken, requireBrowserToken, SEPARATOR } from "../request/csrf.ts";
import type { Context } from "../types/internal.ts";
import type { WaitingSignIn } from "./pending_sign_in.ts";
import { signedIn } from "./visitor.ts";

/** Visitor of a page that was drawn for a browser without a session. */
const NOBODY = "0";

/** Begins the name of a sign-in that waits. */
const WAITS = "~";

/** What is named. */
type Purpose = "sign-in that waits" | "visitor";

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
  const { userId } = await signedIn(ctx) ?? {};
  const visitor = userId === undefined
    ? NOBODY
    : await makeName("visitor", userId, secretsOf(ctx)[0]!);
  const token = await join(ctx, visitor);
  made.set(ctx.cookies, token);
  return token;
}

/** Returns the token for the forms of a page about a sign-in that waits. */
export async function waitingCsrfToken(
  ctx: Context,
  { id }: Pick<WaitingSignIn, "id">,
): Promise<string> {
  return await join(ctx, WAITS + await makeName("sign-in that waits", id, secretsOf(ctx)[0]!));
}

async function join(ctx: Context, visitor: string): Promise<string> {
  return `${await browserToken(ctx) ?? ""}${SEPARATOR}${visitor}`;
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
 * Refuses a form about a sign-in that waits as {@linkcode requireCsrf} does. A page of one names it;
 * other forms are of the app, or of a version before.
 *
 * @param open reads the sign-in of this browser that waits
 * @returns the sign-in; `undefined` without one, and for a form that was drawn for another one
 * @throws as {@linkcode requireCsrf}
 */
export async function requireWaiting<W extends Pick<WaitingSignIn, "id">>(
  ctx: Context,
  open: (ctx: Context) => Promise<W | undefined>,
): Promise<W | undefined> {
  const named = visitorIn(ctx.request.body?.csrfToken);
  if (!named?.startsWith(WAITS)) {
    await requireCsrf(ctx);
    return await open(ctx);
  }
  await requireBrowserToken(ctx);
  const waiting = await open(ctx);
  if (!waiting) return undefined;
  const name = named.slice(WAITS.length);
  return await isNamed(ctx, name, "sign-in that waits", waiting.id) ? waiting : undefined;
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
  const current = await signedIn(ctx);
  if (!current || await isNamed(ctx, visitor, "visitor", current.userId)) return;
  throw new VisitorChanged(
    "Cannot act on the form: its page was drawn for another visitor than the user who is signed in",
    current,
  );
}

/** Returns `true` for the name that pages drawn for a user carry. */
export async function isDrawnFor(ctx: Context, named: string, userId: string): Promise<boolean> {
  return await isNamed(ctx, named, "visitor", userId);
}

async function isNamed(
  ctx: Context,
  named: string | undefined,
  purpose: Purpose,
  id: string,
): Promise<boolean> {
  if (named?.length !== SHORT_HASH) return false;
  // Older secrets, since pages stay open during a rotation.
  for (const secret of secretsOf(ctx)) {
    if (isEqual(await makeName(purpose, id, secret), named)) return true;
  }
  return false;
}

async function makeName(purpose: Purpose, id: string, secret: string): Promise<string> {
  return await shortHashParts(purpose, [id, secret]);
}

function secretsOf({ config: { secret } }: Context): readonly string[] {
  return typeof secret === "string" ? [secret] : secret;
}

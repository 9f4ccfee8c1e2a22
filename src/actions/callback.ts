/**
 * The one ending of every sign-in: proof → decision → member → session →
 * event → redirect.
 *
 * @module
 */

import { findUser, resolveAccount } from "../accounts/link.ts";
import { AuthError, CallbackRouteError, InvalidProvider } from "../errors.ts";
import { flowOf } from "../flows/mod.ts";
import { admit } from "../hooks/callbacks.ts";
import { emit } from "../hooks/events.ts";
import { withQuery } from "../http/url.ts";
import { requireCsrf } from "../request/csrf.ts";
import { pageUrl } from "../response/render.ts";
import { sessionOf } from "../session/mod.ts";
import type {
  ActionHandlers,
  Context,
  Identity,
  Redirect,
  ResponseInternal,
} from "../types/internal.ts";

/** `GET` and `POST callback/<provider>` */
export const callback: ActionHandlers = { GET: finish, POST: finish };

async function finish(ctx: Context): Promise<ResponseInternal> {
  const { provider, request } = ctx;
  if (!provider) throw new InvalidProvider("Name a provider in the path: callback/<provider>");
  const flow = await flowOf(provider);
  if (!flow.finishMethods.includes(request.method)) {
    throw new InvalidProvider(`The callback of "${provider.id}" does not take ${request.method}`);
  }
  if (flow.finishNeedsCsrf) await requireCsrf(ctx);
  try {
    const proof = await flow.finish(ctx as Context<NonNullable<Context["provider"]>>);
    return isRedirect(proof) ? proof : await welcome(ctx, proof);
  } catch (error) {
    if (error instanceof AuthError) throw error;
    throw new CallbackRouteError(error as Error, { cause: { provider: provider.id } });
  }
}

async function welcome(ctx: Context, identity: Identity): Promise<ResponseInternal> {
  const { account, profile, credentials } = identity;
  // Whoever uses or registers a passkey is known from its ceremony.
  const known = account.type === "webauthn"
    ? identity.user
    : await findUser(ctx, identity) ?? identity.user;
  const elsewhere = await admit(
    ctx,
    withoutUndefined({ user: known, account, profile, credentials }),
  );
  if (elsewhere) return elsewhere;

  const member = await resolveAccount(ctx, identity);
  await sessionOf(ctx).issue(ctx, member, profile);
  const { user, isNewUser } = member;
  await emit(ctx.config, "signIn", withoutUndefined({ user, account, profile, isNewUser }));

  const callbackUrl = identity.callbackUrl ?? ctx.callbackUrl;
  const { newUser } = ctx.config.pages;
  if (!isNewUser || !newUser) return { redirect: callbackUrl };
  return { redirect: withQuery(pageUrl(newUser, ctx.request), { callbackUrl }) };
}

function isRedirect(proof: Identity | Redirect): proof is Redirect {
  return "redirect" in proof;
}

function withoutUndefined<T extends object>(record: T): T {
  return Object.fromEntries(Object.entries(record).filter(([, v]) => v !== undefined)) as T;
}

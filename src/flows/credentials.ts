/**
 * Sign-in with credentials: the app's `authorize` checks the fields of the form.
 *
 * @module
 */

import { isPassword, passwordsOf } from "../config/engine.ts";
import { AuthError, CallbackRouteError, CredentialsSignin } from "../errors.ts";
import { lazy } from "../lazy.ts";
import { rebuildRequest } from "../request/rebuild.ts";
import type { User } from "../types/entities.ts";
import type { Flow } from "../types/flow.ts";
import type { Context, Identity, RequestInternal } from "../types/internal.ts";
import type { CredentialsConfig } from "../types/provider.ts";

/** Form fields → the user that `authorize` returns. */
export const credentialsFlow: Flow<CredentialsConfig> = {
  finish,
  finishMethods: ["POST"],
  // Only the CSRF token ties the form to this browser.
  finishNeedsCsrf: true,
};

const accountLimit = lazy(() => import("../limits/account.ts"));

/** A user whose credentials were right. */
interface Accepted {
  user: User;
  recheck?: Identity["recheck"];
}

async function finish(ctx: Context, provider: CredentialsConfig): Promise<Identity> {
  // A plain object, as apps expect; the fields are copied as own members.
  const credentials = { ...ctx.request.body };
  const check = () => accept(ctx, provider, credentials);
  const max = ctx.config.limits?.perAccount;
  const accepted = max
    ? await (await accountLimit()).guardAccount(ctx, provider, { ...credentials }, max, check)
    : await check();
  if (!accepted) {
    const why = isPassword(provider) ? "wrong address or password" : "`authorize` returned null";
    throw new CredentialsSignin(`Sign-in with "${provider.id}" refused: ${why}`);
  }
  const { user, recheck } = accepted;
  const hasRandomId = user.id === undefined || user.id === null;
  user.id = hasRandomId ? crypto.randomUUID() : String(user.id);
  return {
    user,
    account: { providerAccountId: user.id, type: "credentials", provider: provider.id },
    credentials,
    methods: ["pwd"],
    hasRandomId,
    ...(recheck ? { recheck } : {}),
  };
}

async function accept(
  ctx: Context,
  provider: CredentialsConfig,
  credentials: Record<string, unknown>,
): Promise<Accepted | null> {
  const { config } = ctx;
  if (isPassword(provider)) {
    const { checkPassword } = await passwordsOf(config).signIn();
    // The same provider, since there is one of its kind.
    return await checkPassword(config, config.passwords!, credentials);
  }
  const user = await authorize(provider, credentials, ctx.request);
  return user && { user };
}

async function authorize(
  provider: CredentialsConfig,
  credentials: Record<string, unknown>,
  request: RequestInternal,
): Promise<User | null> {
  try {
    return await provider.authorize(credentials, rebuildRequest(request, credentials));
  } catch (error) {
    if (error instanceof AuthError) throw error;
    throw new CallbackRouteError(error as Error, { cause: { provider: provider.id } });
  }
}

/**
 * Sign-in with credentials: the app's `authorize` checks the fields of the form.
 *
 * @module
 */

import { loadPart } from "../hooks/topics.ts";
import { toNormalForm } from "../base/address.ts";
import { isPassword } from "../config/capability.ts";
import { warnOnce } from "../hooks/logger.ts";
import { AuthError, CallbackRouteError, CredentialsSignin } from "../errors.ts";
import { lazy } from "../base/lazy.ts";
import { rebuildRequest } from "../request/rebuild.ts";
import type { User } from "../types/entities.ts";
import type { Flow } from "../types/flow.ts";
import type { Context } from "../types/internal.ts";
import type { Identity, Redirect } from "../types/identity.ts";
import type { TypedPendingPassword } from "../types/password.ts";
import type { CredentialsConfig, EmailConfig } from "../types/provider.ts";

/** Form fields → the user that `authorize` returns. */
export const credentialsFlow: Flow<CredentialsConfig> = {
  finish,
  finishMethods: ["POST"],
  // Only the CSRF token ties the form to this browser.
  finishNeedsCsrf: true,
};

const accountLimit = lazy(() => import("../limits/account.ts"));
const emails = lazy(() => import("./email/request.ts"));

/** A user whose credentials were right. */
interface Accepted {
  user: User;
  recheck?: Identity["recheck"];
}

async function finish(
  ctx: Context,
  provider: CredentialsConfig,
): Promise<Identity | Redirect> {
  // A plain object, as apps expect; the fields are copied as own members.
  const credentials = { ...ctx.request.body };
  const accepted = isPassword(provider)
    ? await (await loadPart(ctx.config, "passwordSignIn"))!.checkPassword(ctx, credentials)
    : await guardedAuthorize(ctx, provider, credentials);
  if (accepted && "pending" in accepted) return await sendLink(ctx, accepted.pending);
  if (!accepted) {
    const message = isPassword(provider)
      ? "wrong address or password"
      : "`authorize` returned null";
    throw new CredentialsSignin(`Sign-in with "${provider.id}" refused: ${message}`);
  }
  const { user, recheck } = accepted;
  const hasRandomId = user.id === undefined || user.id === null;
  user.id = hasRandomId ? crypto.randomUUID() : String(user.id);
  if (typeof user.email === "string") user.email = toNormalForm(user.email);
  return {
    user,
    account: { providerAccountId: user.id, type: "credentials", provider: provider.id },
    credentials,
    methods: ["pwd"],
    hasRandomId,
    // The user of a password is the row that was found by the address.
    isStored: isPassword(provider),
    ...(recheck ? { recheck } : {}),
  };
}

async function guardedAuthorize(
  ctx: Context,
  provider: CredentialsConfig,
  credentials: Record<string, unknown>,
): Promise<Accepted | null> {
  const check = async (): Promise<Accepted | null> => {
    const user: unknown = await authorize(ctx, provider, credentials);
    if (!user) return null;
    if (typeof user === "object") return { user: user as User };
    throw new AuthError(
      `\`authorize\` of "${provider.id}" returned ${
        JSON.stringify(user)
      }: return the user, such as ` +
        "`{ id, name, email }`, or `null` to refuse",
      { cause: { provider: provider.id } },
    );
  };
  const max = ctx.config.limits?.perAccount;
  if (!max) return await check();
  return await (await accountLimit()).limitSignInAttempts(
    ctx,
    provider,
    { ...credentials },
    max,
    check,
  );
}

/** Sends the link that proves the address of a kept password; opened here, it signs in. */
async function sendLink(ctx: Context, pending: TypedPendingPassword): Promise<Redirect> {
  const { providers, passwords } = ctx.config;
  // The import keeps passwords only where an email provider sends links.
  const provider = providers.get(passwords!.mailProviderId!) as EmailConfig;
  return await (await emails()).requestLink(ctx, provider, pending.address, { pending });
}

async function authorize(
  { request, config }: Context,
  provider: CredentialsConfig,
  credentials: Record<string, unknown>,
): Promise<User | null> {
  try {
    return await provider.authorize(credentials, rebuildRequest(request, credentials));
  } catch (error) {
    if (error instanceof AuthError) throw error;
    const text = config.userConfig.legacy?.textOfRefusal?.(error);
    if (text !== undefined) {
      const message = `Sign-in with "${provider.id}" refused: \`authorize\` threw an error`;
      throw Object.assign(new CredentialsSignin(message, { cause: error as Error }), { text });
    }
    warnOnce(config.logger, "thrown-by-authorize", provider.id);
    throw new CallbackRouteError(error as Error, { cause: { provider: provider.id } });
  }
}

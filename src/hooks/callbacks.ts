/**
 * The default callbacks, and the one place that calls the `signIn` callback to
 * admit a user.
 *
 * @module
 */

import { AccessDenied, AuthError, CallbackRouteError } from "../errors.ts";
import { audit } from "./audit.ts";
import type {
  CallbacksOptions,
  SessionCallbackParams,
  SignInCallbackParams,
} from "../types/config.ts";
import type { Awaitable, DefaultSession, Session } from "../types/entities.ts";
import type { Context } from "../types/internal.ts";
import type { Redirect } from "../types/identity.ts";

/** Callbacks of an app that sets none. */
export const defaultCallbacks: CallbacksOptions = {
  signIn: () => true,
  redirect: ({ url, baseUrl }) => {
    // `baseUrl + url` keeps "//host" on this origin.
    if (url.startsWith("/")) return `${baseUrl}${url}`;
    const { origin, pathname, search, hash } = new URL(url);
    if (origin !== baseUrl) return baseUrl;
    // Not every client reads "https://app.example\@evil.example" as browsers do.
    const isPlain = url.startsWith(baseUrl) && /^([/?#]|$)/.test(url.slice(baseUrl.length));
    return isPlain ? url : baseUrl + pathname + search + hash;
  },
  jwt: ({ token }) => token,
  session: ({ session }) => publicSession(session),
};

/**
 * The default `session` callback of apps that cannot prove addresses: marks an
 * address that is not proven to be the user's own.
 */
export function sessionWithProof({ session, user }: SessionCallbackParams): DefaultSession {
  const shown = publicSession(session);
  // Only database sessions come with a stored user.
  const isUnproven = user?.email && !user.emailVerified;
  return isUnproven ? { ...shown, user: { ...shown.user, emailVerified: false } } : shown;
}

/** The members of a session that browsers see by default. */
function publicSession(
  { user, expires }: { user?: Session["user"]; expires: unknown },
): DefaultSession {
  const { name, email, image, emailVerified } = user ?? {};
  return {
    // Rows of database sessions have a date, or `null`, there.
    user: emailVerified === false ? { name, email, image, emailVerified } : { name, email, image },
    // Database sessions carry a Date.
    expires: expires instanceof Date ? expires.toISOString() : String(expires),
  };
}

/** Returns the error for a callback without `return`; it names the value to return. */
export function returnedNothing(name: "jwt" | "session"): AuthError {
  const cure = name === "jwt"
    ? "return the token, or `null` to end the session"
    : "return the session, or `null` for none";
  return new AuthError(`The callback \`callbacks.${name}\` returned undefined: ${cure}`, {
    cause: { option: `callbacks.${name}` },
  });
}

/**
 * Calls the app's `jwt` or `session` callback.
 *
 * @param details further members of the error's cause
 * @throws {CallbackRouteError} when it throws; the message names it
 * @throws {AuthError} that it throws
 */
export async function callShaping<Params, Result>(
  name: "jwt" | "session",
  call: (params: Params) => Awaitable<Result>,
  params: Params,
  details: Record<string, unknown> = {},
): Promise<Result> {
  try {
    return await call(params);
  } catch (error) {
    if (error instanceof AuthError) throw error;
    const what = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    // The stored user is read with database sessions alone, and many examples count on it.
    const lacksUser = name === "session" && error instanceof TypeError &&
      (params as { user?: unknown }).user === undefined;
    const cure = lacksUser
      ? ". With token sessions the callback gets no `user`: the id is `token.sub`, other members " +
        "are those that `callbacks.jwt` put into the token"
      : "";
    throw new CallbackRouteError(`The callback \`callbacks.${name}\` threw ${what}${cure}`, {
      cause: { ...details, err: error as Error, option: `callbacks.${name}` },
    });
  }
}

/**
 * Calls the `signIn` callback.
 *
 * @returns `undefined` when admitted, or the redirect to make instead
 * @throws {AccessDenied} when it refuses, or throws anything but an `AuthError`
 */
export async function admit(
  ctx: Context,
  params: SignInCallbackParams,
): Promise<Redirect | undefined> {
  const { signIn, redirect } = ctx.config.callbacks;
  let decision: boolean | string;
  try {
    decision = await signIn(params);
  } catch (error) {
    if (error instanceof AuthError) throw error;
    const text = ctx.config.userConfig.legacy?.textOfRefusal?.(error);
    const denied = new AccessDenied(error instanceof Error ? error : String(error));
    throw text === undefined ? denied : Object.assign(denied, { text });
  }
  if (!decision) {
    const returned = JSON.stringify(decision);
    throw new AccessDenied(`Sign-in refused: the \`signIn\` callback returned ${returned}`);
  }
  if (typeof decision !== "string") return;
  await audit(ctx, { name: "signin.refused", reason: "access-denied" });
  return { redirect: await redirect({ url: decision, baseUrl: ctx.request.origin }) };
}

/**
 * Redirect proxy: a stable deployment takes the provider's answers for preview
 * deployments and forwards each to the one that asked.
 *
 * The `state` parameter carries the way back, sealed with the secret that both
 * share, so only a deployment that knows the secret can name a target.
 *
 * @module
 */

import { randomBase64url } from "../../crypto/random.ts";
import { InvalidCheck } from "../../errors.ts";
import { actionUrl, withQuery } from "../../http/url.ts";
import { decode, encode } from "../../jwt.ts";
import type { Context, Redirect, ResolvedOAuthProvider } from "../../types/internal.ts";

/** Purpose of the seal; deployments of the compatible core use the same. */
const SALT = "encodedState";

/** Seconds until the way back is forgotten. */
const MAX_AGE = 15 * 60;

interface StatePayload {
  /** Callback URL of the deployment that asked. */
  origin?: string;
  /** 32 random bytes, base64url. */
  random: string;
}

/** Whether this deployment is the proxy. */
export function isOnProxy({ request }: Context, { redirectProxyUrl }: ResolvedOAuthProvider) {
  return redirectProxyUrl !== undefined && new URL(redirectProxyUrl).origin === request.origin;
}

/** A `state` parameter: random, or random with the sealed way back. */
export function createState(
  ctx: Context,
  provider: ResolvedOAuthProvider,
): Promise<string> | string {
  const random = randomBase64url(32);
  if (!provider.redirectProxyUrl || isOnProxy(ctx, provider)) return random;
  const origin = actionUrl(ctx, "callback", provider.id);
  return encode<StatePayload>({
    token: { origin, random },
    secret: ctx.config.jwt.secret,
    salt: SALT,
    maxAge: MAX_AGE,
  });
}

/**
 * On the proxy, tells where an answer belongs.
 *
 * @returns nothing when it belongs here
 * @throws {InvalidCheck} when the sealed target is not a callback of this
 * provider on an origin that may be forwarded to
 */
export async function forward(
  ctx: Context,
  provider: ResolvedOAuthProvider,
  params: Readonly<Record<string, string>>,
): Promise<Redirect | undefined> {
  if (!isOnProxy(ctx, provider) || !params.state) return;
  // An own attempt of the proxy has a plain random state.
  if (params.state.split(".").length !== 5) return;
  const refuse = (why: string) =>
    new InvalidCheck(`Cannot forward the provider's answer: ${why}`, {
      cause: { provider: provider.id },
    });
  let payload: StatePayload | null;
  try {
    payload = await decode<StatePayload>({
      token: params.state,
      secret: ctx.config.jwt.secret,
      salt: SALT,
    });
  } catch {
    throw refuse("its state was not sealed with our secret, or has expired");
  }
  if (typeof payload?.origin !== "string") return;
  const target = URL.canParse(payload.origin) ? new URL(payload.origin) : undefined;
  if (!target || !/^https?:$/.test(target.protocol)) throw refuse("its target is not a web URL");
  if (target.origin === ctx.request.origin) return;
  if (!target.pathname.endsWith(`/callback/${provider.id}`)) {
    throw refuse("its target is not a callback of this provider");
  }
  if (!isAllowed(ctx, target.origin)) {
    throw refuse("its target is not in `redirectProxyOrigins`");
  }
  return { redirect: withQuery(payload.origin, params) };
}

function isAllowed({ config }: Context, origin: string): boolean {
  const patterns = config.written.redirectProxyOrigins;
  if (!patterns) return true;
  return patterns.some((pattern) => {
    const source = pattern.split("*").map((part) => part.replace(/[.+?^${}()|[\]\\/]/g, "\\$&"));
    return new RegExp(`^${source.join("[a-z0-9-]+")}$`, "i").test(origin);
  });
}

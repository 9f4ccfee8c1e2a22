/**
 * Redirect proxy: a stable deployment receives the provider's answers for
 * preview deployments and forwards each to the one that started the sign-in.
 *
 * The `state` parameter contains that deployment's callback URL, sealed with the
 * secret that both share, so only a deployment with the secret can set a target.
 *
 * @module
 */

import { randomBase64url } from "../../base/crypto/bytes.ts";
import type { Seal } from "../../base/seals.ts";
import { InvalidCheck } from "../../errors.ts";
import { actionUrl, withQuery } from "../../http/url.ts";
import { openText, sealText } from "../../session/sealed_text.ts";
import type { Context } from "../../types/internal.ts";
import type { Redirect } from "../../types/identity.ts";
import type { ResolvedOAuthProvider } from "../../types/resolved_provider.ts";

/** Deployments of Auth.js use the same; a sealed `state` expires after 15 minutes. */
const SEAL = { salt: "encodedState", maxAge: 900 } as const satisfies Seal;

/** Longest origin: scheme, host (RFC 1035 §2.3.4) and port. */
const MAX_ORIGIN = "https://".length + 253 + ":65535".length;

interface StatePayload {
  /** Callback URL of the deployment that started the sign-in. */
  origin?: string;
  /** 32 random bytes, base64url. */
  random: string;
}

/** `true` when this deployment is the proxy. */
export function isOnProxy({ request }: Context, { redirectProxyUrl }: ResolvedOAuthProvider) {
  return redirectProxyUrl !== undefined && new URL(redirectProxyUrl).origin === request.origin;
}

/** Creates a `state` parameter: random, or with this deployment's callback URL, sealed. */
export function createState(
  ctx: Context,
  provider: ResolvedOAuthProvider,
): Promise<string> | string {
  const random = randomBase64url(32);
  if (!provider.redirectProxyUrl || isOnProxy(ctx, provider)) return random;
  const origin = actionUrl(ctx, "callback", provider.id);
  return sealText<StatePayload>(ctx.config.jwt.secret, SEAL, { origin, random });
}

/**
 * On the proxy, returns the redirect to the deployment that an answer belongs to.
 *
 * @returns `undefined` when the answer belongs to this deployment
 * @throws {InvalidCheck} when the sealed target is not a callback of this
 * provider on an origin that may be forwarded to
 */
export async function forward(
  ctx: Context,
  provider: ResolvedOAuthProvider,
  params: Readonly<Record<string, string>>,
): Promise<Redirect | undefined> {
  if (!isOnProxy(ctx, provider) || !params.state) return;
  // The `state` of the proxy's own attempt is random, not a sealed token of five parts.
  if (params.state.split(".").length !== 5) return;
  const refuse = (message: string) =>
    new InvalidCheck(`Cannot forward the provider's answer: ${message}`, {
      cause: { provider: provider.id },
    });
  let payload: StatePayload | null;
  try {
    payload = await openText<StatePayload>(ctx.config.jwt.secret, SEAL, params.state);
  } catch {
    throw refuse("its `state` has expired, or was not sealed with the `secret` of this deployment");
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
  const patterns = config.userConfig.redirectProxyOrigins;
  if (!patterns) return true;
  if (origin.length > MAX_ORIGIN) return false;
  return patterns.some((pattern) => {
    const source = pattern.split("*").map((part) => part.replace(/[.+?^${}()|[\]\\/]/g, "\\$&"));
    return new RegExp(`^${source.join("[a-z0-9-]+")}$`, "i").test(origin);
  });
}

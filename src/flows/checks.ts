/**
 * One sealed cookie per sign-in attempt, holding everything that ties the
 * provider's answer to the browser, the provider and the moment that asked.
 *
 * The cookie's name ends in a digest of the `state` parameter, so attempts in
 * several tabs do not overwrite each other: `"authjs.state.<16 characters>"`.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc9700#section-4.7 RFC 9700 §4.7}
 * @module
 */

import { isEqual } from "../crypto/hash.ts";
import { InvalidCheck } from "../errors.ts";
import type { CookieAttributes } from "../types/options.ts";
import type { Context, ResolvedOAuthProvider } from "../types/internal.ts";
import { type Drawer, dropOldest, open, seal, suffixOf as digest } from "./sealed.ts";

/** What an attempt remembers. */
export interface Attempt {
  /** Provider that was asked; no other may answer. */
  provider: string;
  /** `state` parameter that was sent. */
  state?: string;
  /** PKCE code verifier. */
  verifier?: string;
  /** `nonce` parameter that was sent. */
  nonce?: string;
  /** OAuth 1.0: secret of the request token; the token itself is the `state`. */
  tokenSecret?: string;
  /** Where the browser goes afterwards. */
  callbackUrl: string;
}

/** Purpose of the seal: no other kind of token opens as an attempt. */
const SALT = "authjs.attempt";

/** Seconds a person has to come back. */
const MAX_AGE = 15 * 60;

/** Cookie that carries the attempts of a provider, by its strongest check. */
function drawerOf({ checks }: ResolvedOAuthProvider): Drawer {
  const key = checks.includes("state")
    ? "state"
    : checks.includes("pkce")
    ? "pkceCodeVerifier"
    : "nonce";
  return { key, salt: SALT };
}

/** Seals an attempt into its cookie. */
export async function createAttempt(
  ctx: Context,
  provider: ResolvedOAuthProvider,
  attempt: Attempt,
): Promise<void> {
  const drawer = drawerOf(provider);
  await dropOldest(ctx, drawer);
  // A form post from the provider's site carries no lax cookies.
  const crossSite: CookieAttributes = provider.formPost ? { sameSite: "none", secure: true } : {};
  await seal(ctx, drawer, await suffixOf(attempt.state), attempt, MAX_AGE, crossSite);
}

/**
 * Opens the attempt that an answer belongs to, and schedules its deletion
 * whatever comes next.
 *
 * A `state` that was sent must come back, whatever the checks are: PKCE protects
 * only where the provider checks it. Providers with `checks: ["none"]` are sent
 * no `state`, and have one attempt at a time.
 *
 * @throws {InvalidCheck} when there is no such attempt: it is unknown to this
 * browser, expired, used, or of another provider; or when the answer lacks the
 * `state` that was sent
 * @see {@link https://www.rfc-editor.org/rfc/rfc6749#section-4.1.2 RFC 6749 §4.1.2}
 */
export async function useAttempt(
  ctx: Context,
  provider: ResolvedOAuthProvider,
  state: string | undefined,
): Promise<Attempt> {
  const drawer = drawerOf(provider);
  if (state === undefined && sendsState(provider)) {
    throw invalid(
      provider,
      `"${provider.id}" answered without the \`state\` that was sent to it, which RFC 6749 §4.1.2 ` +
        "requires",
    );
  }
  const suffix = await suffixOf(state);
  const attempt = await open<Attempt>(ctx, drawer, suffix);
  ctx.cookies.delete(drawer.key, suffix);
  if (!attempt) {
    throw invalid(
      provider,
      `this browser has no cookie of it at ${ctx.request.origin}: it expired, was used, or was ` +
        "started under another host name. Cookies do not follow from 127.0.0.1 to localhost, so " +
        "open the app under the host of its callback URL, or set AUTH_URL to it",
    );
  }
  if (attempt.provider !== provider.id) throw invalid(provider, "it belongs to another provider");
  if (!isEqual(attempt.state ?? "", state ?? "")) throw invalid(provider, "the state differs");
  return attempt;
}

/** Whether a `state` goes out; only `checks: ["none"]` keeps it in. */
export function sendsState({ checks }: ResolvedOAuthProvider): boolean {
  return checks.some((check) => check !== "none");
}

function invalid({ id }: ResolvedOAuthProvider, why: string): InvalidCheck {
  return new InvalidCheck(`Cannot finish the sign-in attempt: ${why}`, { cause: { provider: id } });
}

/** None for attempts without a state. */
async function suffixOf(state: string | undefined): Promise<string | undefined> {
  return state === undefined ? undefined : await digest(state);
}

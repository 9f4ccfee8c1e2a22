/**
 * One sealed cookie per sign-in attempt. It ties the provider's answer to the
 * browser, the provider and the time of the request.
 *
 * The cookie's name ends in a digest of the `state` parameter, so attempts in
 * several tabs do not overwrite each other: `"authjs.state.<16 characters>"`.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc9700#section-4.7 RFC 9700 §4.7}
 * @module
 */

import { isEqual } from "../../base/crypto/hash.ts";
import { textMembers } from "../../base/objects.ts";
import type { Seal } from "../../base/seals.ts";
import { isSameOrigin } from "../../http/origin.ts";
import { InvalidCheck } from "../../errors.ts";
import type { CookieAttributes } from "../../types/options.ts";
import type { Confirmation } from "../../types/identity.ts";
import type { Context } from "../../types/internal.ts";
import type { ResolvedOAuthProvider } from "../../types/resolved_provider.ts";
import {
  dropOldest,
  open,
  seal,
  type SealedCookie,
  suffixOf as digest,
} from "../../session/sealed_cookie.ts";

/** Data of a sign-in attempt. */
export interface Attempt {
  /** Id of the provider; an answer of another provider is refused. */
  provider: string;
  /** `state` parameter that was sent. */
  state?: string;
  /** PKCE code verifier. */
  verifier?: string;
  /** `nonce` parameter that was sent. */
  nonce?: string;
  /** OAuth 1.0: secret of the request token; the token itself is the `state`. */
  tokenSecret?: string;
  /** URL that the browser goes to after the sign-in. */
  callbackUrl: string;
  /** `true` when the ending needs cookies that a form of another site does not bring. */
  needsCookies?: true;
}

/** The user must come back from the provider within the 15 minutes. */
const SEAL = { salt: "authjs.attempt", maxAge: 900 } as const satisfies Seal;

/** No sign-in opens the attempt of a test, and no test that of a sign-in. */
const TEST_SEAL = { salt: "authjs.test-attempt", maxAge: 900 } as const satisfies Seal;

/** Cookie that carries the attempts of a provider, by its strongest check. */
function cookieOf({ checks, isTest }: ResolvedOAuthProvider): SealedCookie {
  const key = checks.includes("state")
    ? "state"
    : checks.includes("pkce")
    ? "pkceCodeVerifier"
    : "nonce";
  return { key, ...isTest ? TEST_SEAL : SEAL };
}

/** Seals an attempt into its cookie. */
export async function createAttempt(
  ctx: Context,
  provider: ResolvedOAuthProvider,
  attempt: Attempt,
): Promise<void> {
  const cookie = cookieOf(provider);
  await dropOldest(ctx, cookie);
  // Browsers send no `SameSite=Lax` cookies with a form post from the provider's site.
  const crossSite: CookieAttributes = provider.formPost ? { sameSite: "none", secure: true } : {};
  const needsCookies = provider.formPost && !provider.isTest && hasCookies(ctx);
  const value = needsCookies ? { ...attempt, needsCookies } : attempt;
  await seal(ctx, cookie, await suffixOf(attempt.state), value, crossSite);
}

/** Reads the attempt that an answer belongs to, and leaves it where it is. */
export async function peekAttempt(
  ctx: Context,
  provider: ResolvedOAuthProvider,
  state: string | undefined,
): Promise<Attempt | undefined> {
  const attempt = await open<Attempt>(ctx, cookieOf(provider), await suffixOf(state));
  const isOwn = attempt?.provider === provider.id && isEqual(attempt.state ?? "", state ?? "");
  return isOwn ? attempt : undefined;
}

/** Field of an answer that has been posted again. */
const AGAIN = "postedAgain";

/**
 * Asks the browser to post the answer once more, from a page of this site, where the form of the
 * provider brought less than the ending needs: the session that the account is linked to, or whose
 * user proves again who it is, or the trust in the device.
 *
 * @returns `undefined` when the answer counts as it is
 * @see {@link https://datatracker.ietf.org/doc/html/draft-ietf-httpbis-rfc6265bis#section-5.6.7.1 RFC 6265bis §5.6.7.1}
 */
export async function postAgain(
  ctx: Context,
  provider: ResolvedOAuthProvider,
  state: string | undefined,
): Promise<Confirmation | undefined> {
  const { body = {}, origin, request, wantsJson } = ctx.request;
  if (!provider.formPost || wantsJson || body[AGAIN] !== undefined) return;
  if (hasCookies(ctx) && isSameOrigin(request, origin)) return;
  const attempt = await peekAttempt(ctx, provider, state);
  if (!attempt?.needsCookies) return;
  return { fields: { ...textMembers(body), [AGAIN]: "1" }, isAtOnce: true };
}

/** Returns `true` when the browser has sent cookies that decide how a sign-in ends. */
function hasCookies({ cookies }: Context): boolean {
  return cookies.get("sessionToken") !== undefined || cookies.get("trustedDevice") !== undefined;
}

/**
 * Opens the attempt that an answer belongs to, and deletes its cookie, whether
 * or not the sign-in succeeds. From here on, the browser goes where the attempt leads.
 *
 * A `state` that was sent must come back, regardless of the `checks`: PKCE
 * protects only when the provider checks it. With `checks: ["none"]` no `state`
 * is sent, and a browser has one attempt at a time.
 *
 * @throws {InvalidCheck} when there is no such attempt: this browser has no
 * cookie of it, it expired, was used, or belongs to another provider; or when
 * the answer lacks the `state` that was sent
 * @see {@link https://www.rfc-editor.org/rfc/rfc6749#section-4.1.2 RFC 6749 §4.1.2}
 */
export async function useAttempt(
  ctx: Context,
  provider: ResolvedOAuthProvider,
  state: string | undefined,
): Promise<Attempt> {
  const cookie = cookieOf(provider);
  if (state === undefined && sendsState(provider)) {
    throw invalid(
      provider,
      `"${provider.id}" answered without the \`state\` that was sent to it, which RFC 6749 §4.1.2 ` +
        "requires",
    );
  }
  const suffix = await suffixOf(state);
  const attempt = await open<Attempt>(ctx, cookie, suffix);
  ctx.cookies.delete(cookie.key, suffix);
  if (!attempt) {
    throw invalid(
      provider,
      `this browser has no cookie of it at ${ctx.request.origin}: it expired, was used, or was ` +
        "started under another host name. Cookies do not follow from 127.0.0.1 to localhost: " +
        "open the app under the host of its callback URL, or set AUTH_URL to the app's URL there",
      MISSING,
    );
  }
  if (attempt.provider !== provider.id) throw invalid(provider, "it belongs to another provider");
  if (!isEqual(attempt.state ?? "", state ?? "")) {
    throw invalid(provider, "its state differs from the one that was sent");
  }
  ctx.callbackUrl = attempt.callbackUrl;
  return attempt;
}

/** Fact about an attempt that this browser does not have, or not any more. */
const MISSING = { attempt: "missing" };

/** Returns `true` for the error about such an attempt. */
export function isMissingAttempt(error: unknown): boolean {
  if (!(error instanceof InvalidCheck)) return false;
  return (error.cause as Partial<typeof MISSING> | undefined)?.attempt === MISSING.attempt;
}

/** `true` when a `state` is sent: always, except with `checks: ["none"]`. */
export function sendsState({ checks }: ResolvedOAuthProvider): boolean {
  return checks.some((check) => check !== "none");
}

function invalid(
  { id }: ResolvedOAuthProvider,
  message: string,
  facts: object = {},
): InvalidCheck {
  const cause = { provider: id, ...facts };
  return new InvalidCheck(`Cannot finish the sign-in attempt: ${message}`, { cause });
}

/** Cookie suffix of an attempt; `undefined` for an attempt without a `state`. */
async function suffixOf(state: string | undefined): Promise<string | undefined> {
  return state === undefined ? undefined : await digest(state);
}

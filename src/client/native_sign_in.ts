/**
 * The sign-in of an app in the browser of its user.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc8252 RFC 8252}
 * @module
 */

import type { TokenAnswer } from "./native_answers.ts";
import { cryptoFor, type NativeCrypto, randomText, sha256Text } from "./native_dpop.ts";

/** Functions of an app that open the browser and wait for its answer. */
export interface BrowserSignIn {
  /** URI to which the browser returns: one of `redirectUris` of the service. */
  redirectUri: string;
  /** Opens a URL in the browser of the user. */
  open(url: string): unknown;
  /** Waits for the URL that the browser returns with. It is called before `open`. */
  receive(): Promise<string | URL>;
  /** Id of the provider whose button the sign-in page shows. Default: the whole page. */
  provider?: string | undefined;
}

/**
 * The browser of the system for a sign-in, by the function `openAuthSessionAsync` of
 * `expo-web-browser`.
 *
 * @since 0.3.0
 */
export interface AuthSessionBrowser {
  /** Opens a URL, and resolves with the URL that comes back to the app, or without one. */
  openAuthSessionAsync(
    url: string,
    redirectUrl: string,
  ): Promise<{ type: string; url?: string | undefined }>;
}

/**
 * Makes the options of `signIn` for the browser of the system.
 *
 * @param browser the module `expo-web-browser`
 * @param redirectUri one of `redirectUris` of the service
 * @param provider id of the provider whose button the sign-in page shows. Default: the whole page
 *
 * @example
 * ```ts
 * import { authSession } from "@x/auth/client/native";
 * import { assertEquals } from "@std/assert";
 *
 * // import * as WebBrowser from "expo-web-browser";
 * const WebBrowser = { openAuthSessionAsync: () => Promise.resolve({ type: "cancel" }) };
 * const how = authSession(WebBrowser, "com.example.acme:/callback");
 * assertEquals(how.redirectUri, "com.example.acme:/callback");
 * ```
 *
 * @since 0.3.0
 */
export function authSession(
  browser: AuthSessionBrowser,
  redirectUri: string,
  provider?: string,
): BrowserSignIn {
  let arrive: (url: string) => void;
  return {
    redirectUri,
    provider,
    receive: () => new Promise((resolve) => arrive = resolve),
    async open(url) {
      const { url: back } = await browser.openAuthSessionAsync(url, redirectUri);
      // A user who closes the browser has not signed in.
      if (back === undefined) throw new NativeSignInError("access_denied");
      arrive(back);
    },
  };
}

/** A sign-in that was refused. */
export class NativeSignInError extends Error {
  /** Name of the class. */
  override name = "NativeSignInError";
  /**
   * Code: `access_denied` when the user cancelled, `wrong_answer` when the answer is not for this
   * request, or one of the service.
   */
  readonly code: string;

  /**
   * Takes the code.
   *
   * @param code See {@linkcode NativeSignInError.code}.
   */
  constructor(code: string) {
    super(`The sign-in was refused: ${code}`);
    this.code = code;
  }
}

/**
 * Signs in.
 *
 * @param exchange asks the service for tokens
 * @throws {NativeSignInError}
 */
export async function signInByBrowser(
  { base, client, crypto: given, redirectUri, provider, open, receive }: BrowserSignIn & {
    /** URL of the service. */
    base: string;
    client: string | undefined;
    crypto: NativeCrypto | undefined;
  },
  exchange: (fields: Record<string, string>) => Promise<TokenAnswer>,
): Promise<TokenAnswer> {
  const crypto = cryptoFor(given);
  const verifier = randomText(crypto);
  const state = randomText(crypto);
  const query = new URLSearchParams({
    response_type: "code",
    redirect_uri: redirectUri,
    code_challenge: await sha256Text(verifier, crypto),
    code_challenge_method: "S256",
    state,
  });
  if (client !== undefined) query.set("client", client);
  if (provider !== undefined) query.set("provider", provider);
  const received = receive();
  // A failure of `open` is thrown; the other one is then of no interest.
  received.catch(() => {});
  await open(`${base}/native/authorize?${query}`);
  const url = String(await received);
  const page = pageOf(url);
  if (page === undefined || page !== pageOf(redirectUri)) {
    throw new NativeSignInError("wrong_answer");
  }
  const answer = new URL(url).searchParams;
  // RFC 9207: another service, which the app uses too, must not answer in place of this one.
  if (answer.get("state") !== state || answer.get("iss") !== base) {
    throw new NativeSignInError("wrong_answer");
  }
  const error = answer.get("error");
  const code = answer.get("code");
  if (error !== null || code === null) throw new NativeSignInError(error ?? "wrong_answer");
  const tokens = await exchange({
    grant_type: "authorization_code",
    code,
    code_verifier: verifier,
    redirect_uri: redirectUri,
  });
  if (tokens.access_token !== undefined) return tokens;
  throw new NativeSignInError(tokens.error ?? "server_error");
}

/** A URL without its query and fragment; `undefined` for a text that is none. */
function pageOf(url: string): string | undefined {
  try {
    const { href, search, hash } = new URL(url);
    return href.slice(0, href.length - search.length - hash.length);
  } catch {
    return undefined;
  }
}

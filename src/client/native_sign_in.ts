/**
 * The sign-in of an app in the browser of its user.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc8252 RFC 8252}
 * @module
 */

import type { TokenAnswer } from "./native_answers.ts";
import { randomText, sha256Text } from "./native_proof.ts";

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
  { base, client, redirectUri, provider, open, receive }: BrowserSignIn & {
    /** URL of the service. */
    base: string;
    client: string | undefined;
  },
  exchange: (fields: Record<string, string>) => Promise<TokenAnswer>,
): Promise<TokenAnswer> {
  const verifier = randomText();
  const state = randomText();
  const query = new URLSearchParams({
    response_type: "code",
    redirect_uri: redirectUri,
    code_challenge: await sha256Text(verifier),
    code_challenge_method: "S256",
    state,
  });
  if (client !== undefined) query.set("client", client);
  if (provider !== undefined) query.set("provider", provider);
  const received = receive();
  // A failure of `open` is thrown; the other one is then of no interest.
  received.catch(() => {});
  await open(`${base}/native/authorize?${query}`);
  const answer = new URL(await received).searchParams;
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

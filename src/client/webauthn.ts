/**
 * Passkeys in the browser: runs the ceremony and posts its answer. Plain
 * platform functions, no dependency; for pages on the app's own origin.
 *
 * @example
 * ```ts
 * import { isSupported, signIn } from "@x/auth/client/webauthn";
 *
 * async function onSignIn(): Promise<void> {
 *   await signIn("passkey", { redirectTo: "/dashboard" });
 * }
 * async function onSignUp(email: string): Promise<void> {
 *   await signIn("passkey", { action: "register", email, redirectTo: "/dashboard" });
 * }
 * console.log(isSupported(), typeof onSignIn, typeof onSignUp); // false outside a browser
 * ```
 *
 * @see {@link https://www.w3.org/TR/webauthn-3/#sctn-api WebAuthn Level 3 §5}
 * @module
 */

import type { WebAuthnAction } from "../types/webauthn.ts";
import { fetchOptions, isSupported, runCeremony, send } from "./ceremony.ts";
import { ceremonyError, type PasskeyErrorCode } from "./ceremony_error.ts";
import { signalUnknown } from "./signals.ts";
import { announce } from "./tabs.ts";

export { isAutofillSupported, isConditionalCreateSupported, isSupported } from "./ceremony.ts";
export { answerStep, type AnswerStepOptions, type PasskeyTask } from "./answer_step.ts";
export type { PasskeyErrorCode } from "./ceremony_error.ts";
export type { FlowAnswer, FlowFields } from "./flow.ts";
export { syncPasskeys, type SyncPasskeysOptions } from "./signals.ts";
export type { WebAuthnAction };

/** Options of a sign-in with a passkey. */
export interface SignInOptions {
  /**
   * `authenticate` uses a passkey. `register` makes one: for the user who is signed
   * in, else for a new user described by the fields. Default: `authenticate` when
   * there is no session; with a session it must be given.
   */
  action?: WebAuthnAction | undefined;
  /** Path or URL to go to afterwards. Default: the current page. */
  redirectTo?: string | undefined;
  /** @deprecated Use `redirectTo`. */
  callbackUrl?: string | undefined;
  /** `false` returns the result instead of leaving the page. Default `true`. */
  redirect?: boolean | undefined;
  /** Path the service is mounted under. Default `/auth`. */
  basePath?: string | undefined;
  /**
   * Waits in the browser's autofill for `authenticate`, instead of opening a
   * dialog. Needs an input whose `autocomplete` ends in `webauthn`, and
   * {@linkcode isAutofillSupported}.
   */
  autofill?: boolean | undefined;
  /**
   * With `register`: lets the browser make the passkey without a dialog, where its password
   * manager has just filled the user's password. Call it on the page after a sign-in with a
   * password, within five minutes, where {@linkcode isConditionalCreateSupported}.
   */
  conditional?: boolean | undefined;
  /** Ends the ceremony, for example when the person picks another way. */
  signal?: AbortSignal | undefined;
  /** Fields of the provider's form, for example `email`. */
  [field: string]: unknown;
}

/** Result of a sign-in with a passkey. */
export interface SignInResponse {
  /** `true` when the sign-in succeeded. */
  ok: boolean;
  /** HTTP status of the last answer; 0 when there was none. */
  status: number;
  /**
   * URL to go to next; `null` after a failure. With the code `proof_required`, the session is too
   * old to add a passkey: at this URL the user proves who it is, and comes back.
   */
  url: string | null;
  /** Error type, as on the sign-in and error pages, or a {@linkcode PasskeyErrorCode}. */
  error?: string;
  /** Details of `error`. */
  code?: string;
}

/** The members of a browser that are used here; typed so that servers can check the file too. */
interface Browser {
  location: { href: string; origin: string; assign(url: string): void };
}

const browser = globalThis as unknown as Browser;

/**
 * Signs in, signs up, or adds a passkey, with a passkey provider.
 *
 * Failures of the ceremony and of requests are returned as `error`, not thrown.
 * With `redirect: true`, failures that the server reports lead to its pages, and
 * failures in the browser are returned.
 *
 * @param provider id of the provider. Default `passkey`
 */
export async function signIn(
  provider = "passkey",
  options: SignInOptions = {},
): Promise<SignInResponse> {
  const {
    action,
    callbackUrl,
    redirectTo = callbackUrl ?? browser.location?.href,
    redirect = true,
    basePath = "/auth",
    autofill = false,
    conditional = false,
    signal,
    ...fields
  } = options;
  if (!isSupported()) return failure("PasskeyUnsupported");
  const base = browser.location.origin + basePath.replace(/\/$/, "");
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined && value !== null) form.set(name, String(value));
  }
  try {
    const wanted = autofill ? "authenticate" : action;
    if (conditional) form.set("mediation", "conditional");
    const asked = await fetchOptions(`${base}/webauthn-options/${provider}`, form, wanted, signal);
    if (!asked.options) {
      const { status, code, proofUrl } = asked;
      if (proofUrl) return leadToProof(proofUrl, status, redirect && !conditional);
      return { ...failure("PasskeyRefused"), status, code };
    }
    const credential = await runCeremony(asked, autofill || conditional, signal);
    form.set("action", asked.action);
    form.set("data", JSON.stringify(credential));
    form.set("callbackUrl", redirectTo);
    const { csrfToken } = await (await send(`${base}/csrf`, { signal: signal ?? null })).json()
      .catch(() => ({ csrfToken: "" })) as { csrfToken: string };
    form.set("csrfToken", csrfToken);
    const answer = await send(`${base}/callback/${provider}`, {
      method: "POST",
      headers: { "X-Auth-Return-Redirect": "1" },
      body: form,
      signal: signal ?? null,
    });
    const { pathname } = new URL(`${base}/signin`);
    const result = await conclude(answer, pathname, redirect, conditional);
    if (result.code === "unknown_passkey" && asked.action === "authenticate") {
      await signalUnknown(asked.options.rpId, credential.id);
    }
    return result;
  } catch (error) {
    return failure(ceremonyError(error));
  }
}

/** @param signInPath path of the sign-in page, where a user who must prove first is led */
async function conclude(
  answer: Response,
  signInPath: string,
  redirect: boolean,
  conditional: boolean,
): Promise<SignInResponse> {
  const { url } = await answer.json().catch(() => ({})) as { url?: string };
  if (!answer.ok || !url) return { ...failure("PasskeyFailed"), status: answer.status };
  const { pathname, searchParams } = new URL(url, browser.location.origin);
  // A page of the app may have a parameter of this name too.
  if (pathname === signInPath && searchParams.has("stepUp")) {
    return leadToProof(url, answer.status, redirect && !conditional);
  }
  const error = searchParams.get("error") ?? undefined;
  if (error === undefined) announce("getSession", redirect);
  if (redirect) browser.location.assign(url);
  return {
    ok: error === undefined,
    status: answer.status,
    url: error === undefined ? url : null,
    ...(error === undefined ? {} : { error, code: searchParams.get("code") ?? undefined }),
  };
}

/**
 * The failure of a session that is too old, with the URL of the proof. It leads back to this
 * page also where the page's policy hides its URL from the server.
 *
 * @param leaves `false` also for a passkey that the browser makes without a dialog: the user
 * did not ask for one
 */
function leadToProof(proofUrl: string, status: number, leaves: boolean): SignInResponse {
  const { origin, href } = browser.location;
  const target = new URL(proofUrl, origin);
  target.searchParams.set("callbackUrl", href);
  const url = target.href;
  if (leaves) browser.location.assign(url);
  return { ...failure("PasskeyRefused"), status, code: "proof_required", url };
}

function failure(error: PasskeyErrorCode): SignInResponse & { error: string } {
  return { ok: false, status: 0, url: null, error };
}

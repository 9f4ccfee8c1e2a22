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

import type {
  WebAuthnAction,
  WebAuthnCreationOptionsJSON,
  WebAuthnOptionsResponse,
  WebAuthnRequestOptionsJSON,
} from "../types/webauthn.ts";
import { announce } from "./tabs.ts";

export type { WebAuthnAction };

/** What a ceremony is about. */
export interface SignInOptions {
  /**
   * `authenticate` uses a key. `register` makes one: for the user who is signed
   * in, else for a new user whom the fields name. Default: `authenticate`, for
   * people who are not signed in.
   */
  action?: WebAuthnAction | undefined;
  /** Path or URL to go to afterwards. Default: the current page. */
  redirectTo?: string | undefined;
  /** @deprecated Use `redirectTo`. */
  callbackUrl?: string | undefined;
  /** Whether the browser goes there. Default `true`. */
  redirect?: boolean | undefined;
  /** Path the service is mounted under. Default `/auth`. */
  basePath?: string | undefined;
  /**
   * Waits in the browser's autofill for `authenticate`, instead of opening a
   * dialog. Needs an input whose `autocomplete` ends in `webauthn`, and
   * {@linkcode isAutofillSupported}.
   */
  autofill?: boolean | undefined;
  /** Ends the ceremony, for example when the person picks another way. */
  signal?: AbortSignal | undefined;
  /** Fields of the provider's form, for example `email`. */
  [field: string]: unknown;
}

/** How a ceremony ended. */
export interface SignInResponse {
  /** Whether somebody is signed in now. */
  ok: boolean;
  /** Status of the last answer; 0 when there was none. */
  status: number;
  /** Where to go; `null` after a failure. */
  url: string | null;
  /** Why it failed, as on the sign-in and error pages, or {@linkcode PasskeyErrorCode}. */
  error?: string;
  /** Details of `error`. */
  code?: string;
}

/**
 * Failures before the server sees an answer: the browser knows no passkeys;
 * the person closed the dialog, took too long, or has no fitting key; the
 * device has a key for this account already; keys do not work on this address;
 * the server gave no options (`code` tells why); anything else.
 */
export type PasskeyErrorCode =
  | "PasskeyUnsupported"
  | "PasskeyCancelled"
  | "PasskeyExists"
  | "PasskeyWrongOrigin"
  | "PasskeyRefused"
  | "PasskeyFailed";

interface Credential {
  id: string;
  rawId: ArrayBuffer;
  type: string;
  authenticatorAttachment?: string | null;
  response: Record<string, ArrayBuffer | null> & { getTransports?(): string[] };
}

/** The members of a browser that are used here; typed so that servers can check the file too. */
interface Browser {
  location: { href: string; origin: string; assign(url: string): void };
  PublicKeyCredential?: { isConditionalMediationAvailable?(): Promise<boolean> };
  navigator: {
    credentials?: {
      get(options: object): Promise<Credential | null>;
      create(options: object): Promise<Credential | null>;
    };
  };
}

const browser = globalThis as unknown as Browser;

/** Whether this browser knows passkeys; it does on HTTPS and on localhost only. */
export function isSupported(): boolean {
  return browser.PublicKeyCredential !== undefined && browser.navigator?.credentials !== undefined;
}

/** Whether this browser offers passkeys in its autofill. */
export async function isAutofillSupported(): Promise<boolean> {
  if (!isSupported()) return false;
  return await browser.PublicKeyCredential!.isConditionalMediationAvailable?.() ?? false;
}

/**
 * Signs in, signs up, or adds a key, with a passkey provider.
 *
 * Never throws for what people and servers do; look at `error` when `redirect`
 * is `false`. With `redirect`, failures that the server reports lead to its
 * pages, and failures in the browser are returned.
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
    const asked = await fetchOptions(`${base}/webauthn-options/${provider}`, form, wanted, signal);
    if ("error" in asked) return asked;
    const credential = await runCeremony(asked, autofill, signal);
    form.set("action", asked.action);
    form.set("data", JSON.stringify(credential));
    form.set("callbackUrl", redirectTo);
    const { csrfToken } = await (await fetch(`${base}/csrf`, { signal })).json()
      .catch(() => ({ csrfToken: "" })) as { csrfToken: string };
    form.set("csrfToken", csrfToken);
    const answer = await fetch(`${base}/callback/${provider}`, {
      method: "POST",
      headers: { "X-Auth-Return-Redirect": "1" },
      body: form,
      signal,
    });
    return await conclude(answer, redirect);
  } catch (error) {
    return failure(errorOf(error));
  }
}

async function fetchOptions(
  url: string,
  fields: URLSearchParams,
  action: WebAuthnAction | undefined,
  signal: AbortSignal | undefined,
): Promise<WebAuthnOptionsResponse | SignInResponse & { error: string }> {
  const query = new URLSearchParams(fields);
  if (action) query.set("action", action);
  const answer = await fetch(`${url}?${query}`, { signal });
  const body = await answer.json().catch(() => ({}));
  if (answer.ok && body.options) return body;
  return { ...failure("PasskeyRefused"), status: answer.status, code: body.code };
}

/** Options as JSON → the browser's dialog → its answer as JSON (WebAuthn Level 3 §5.1.8 and §5.1). */
async function runCeremony(
  { action, options }: WebAuthnOptionsResponse,
  autofill: boolean,
  signal: AbortSignal | undefined,
): Promise<object> {
  const { credentials } = browser.navigator;
  const credential = action === "register"
    ? await credentials!.create({ publicKey: toCreation(options), signal })
    : await credentials!.get({
      publicKey: toRequest(options),
      signal,
      ...(autofill ? { mediation: "conditional" } : {}),
    });
  if (!credential) throw new DOMException("No passkey was chosen", "NotAllowedError");
  return toJson(credential);
}

function toCreation(options: WebAuthnCreationOptionsJSON): object {
  return {
    ...options,
    challenge: toBytes(options.challenge),
    user: { ...options.user, id: toBytes(options.user.id) },
    excludeCredentials: options.excludeCredentials?.map(toDescriptor),
  };
}

function toRequest(options: WebAuthnRequestOptionsJSON): object {
  return {
    ...options,
    challenge: toBytes(options.challenge),
    allowCredentials: options.allowCredentials?.map(toDescriptor),
  };
}

function toDescriptor(descriptor: { id: string }): object {
  return { ...descriptor, id: toBytes(descriptor.id) };
}

/** Members of an answer that are bytes; getters of its prototype, so they are named. */
const BINARY = [
  "clientDataJSON",
  "attestationObject",
  "authenticatorData",
  "signature",
  "userHandle",
] as const;

function toJson({ id, rawId, type, response, authenticatorAttachment }: Credential): object {
  const members: Record<string, unknown> = { transports: response.getTransports?.() };
  for (const name of BINARY) {
    const value = response[name];
    if (value) members[name] = toText(value);
  }
  return {
    id,
    rawId: toText(rawId),
    type,
    response: members,
    // The server asks for none.
    clientExtensionResults: {},
    ...(authenticatorAttachment ? { authenticatorAttachment } : {}),
  };
}

function toBytes(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (char) => char.charCodeAt(0));
}

function toText(buffer: ArrayBuffer): string {
  let binary = "";
  for (const byte of new Uint8Array(buffer)) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

async function conclude(answer: Response, redirect: boolean): Promise<SignInResponse> {
  const { url } = await answer.json().catch(() => ({})) as { url?: string };
  if (!answer.ok || !url) return { ...failure("PasskeyFailed"), status: answer.status };
  const { searchParams } = new URL(url, browser.location.origin);
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

const ERRORS: Readonly<Record<string, PasskeyErrorCode>> = {
  NotAllowedError: "PasskeyCancelled",
  AbortError: "PasskeyCancelled",
  InvalidStateError: "PasskeyExists",
  SecurityError: "PasskeyWrongOrigin",
  NotSupportedError: "PasskeyUnsupported",
};

function errorOf(error: unknown): PasskeyErrorCode {
  const { name } = error as { name?: string };
  return name !== undefined && Object.hasOwn(ERRORS, name) ? ERRORS[name]! : "PasskeyFailed";
}

function failure(error: PasskeyErrorCode): SignInResponse & { error: string } {
  return { ok: false, status: 0, url: null, error };
}

/**
 * The passkey ceremony in the browser: the server's options → the browser's
 * dialog → the credential as JSON. Shared by the functions for apps
 * (`webauthn.ts`) and by the script of the built-in sign-in page
 * (`passkey_form.ts`).
 *
 * The browser's own `parseCreationOptionsFromJSON()` and `toJSON()` are not
 * used: browsers before 2025 lack them, and `toJSON()` throws on the credentials
 * of some password managers, so this code would be needed beside them anyway.
 *
 * @see {@link https://www.w3.org/TR/webauthn-3/#sctn-api WebAuthn Level 3 §5}
 * @see {@link https://github.com/dotnet/aspnetcore/issues/62916 `toJSON()` of password managers}
 * @module
 */

import type {
  WebAuthnAction,
  WebAuthnCreationOptionsJSON,
  WebAuthnOptionsResponse,
  WebAuthnRequestOptionsJSON,
} from "../types/webauthn.ts";

/** The server's refusal to give options. */
export interface OptionsRefusal {
  /** Absent, unlike in the options. */
  options?: undefined;
  /** Status of the answer. */
  status: number;
  /** Reason, for example `signed_in`. */
  code?: string;
  /** With `proof_required`: URL at which the user proves who it is, and which leads back. */
  proofUrl?: string;
  /** After too many requests: seconds until the next one. */
  retryAfter?: number;
}

/** A credential as JSON; see {@linkcode WebAuthnRegistrationJSON} for its members. */
export interface PasskeyJson {
  /** Credential id. */
  id: string;
  /** All other members. */
  [member: string]: unknown;
}

interface Credential {
  id: string;
  rawId: ArrayBuffer;
  type: string;
  authenticatorAttachment?: string | null;
  response: Record<string, ArrayBuffer | null> & { getTransports?(): string[] };
}

/** The members of a browser that are used here; typed so that servers can check the file too. */
interface Browser {
  PublicKeyCredential?: {
    isConditionalMediationAvailable?(): Promise<boolean>;
    getClientCapabilities?(): Promise<Record<string, boolean>>;
  };
  navigator?: {
    credentials?: {
      get(options: object): Promise<Credential | null>;
      create(options: object): Promise<Credential | null>;
    };
  };
}

const browser = globalThis as unknown as Browser;

/** `true` when this browser knows passkeys, which it does on HTTPS and on localhost only. */
export function isSupported(): boolean {
  return browser.PublicKeyCredential !== undefined && browser.navigator?.credentials !== undefined;
}

/** `true` when this browser offers passkeys in its autofill. */
export async function isAutofillSupported(): Promise<boolean> {
  if (!isSupported()) return false;
  return await browser.PublicKeyCredential!.isConditionalMediationAvailable?.() ?? false;
}

/** `true` when this browser makes a passkey without a dialog after it has filled a password. */
export async function isConditionalCreateSupported(): Promise<boolean> {
  if (!isSupported()) return false;
  const capabilities = await browser.PublicKeyCredential!.getClientCapabilities?.();
  return capabilities?.conditionalCreate === true;
}

/**
 * Sends a request.
 *
 * @throws an object with the name `NetworkError` without an answer, which is no failure of the
 * ceremony
 */
export async function send(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    throw init.signal?.aborted ? error : { name: "NetworkError" };
  }
}

/**
 * Asks the server for the options of a ceremony.
 *
 * @throws as {@linkcode send}
 * @param url the provider's `webauthn-options` URL, as a page names it
 * @param action default: `register` for a signed-in user, else `authenticate`
 */
export async function fetchOptions(
  url: string,
  fields: URLSearchParams,
  action: WebAuthnAction | undefined,
  signal: AbortSignal | null = null,
): Promise<WebAuthnOptionsResponse | OptionsRefusal> {
  const query = new URLSearchParams(fields);
  if (action) query.set("action", action);
  const answer = await send(`${url}${url.includes("?") ? "&" : "?"}${query}`, { signal });
  const body = await answer.json().catch(() => ({}));
  return answer.ok && body.options ? body : { ...body, options: undefined, status: answer.status };
}

/**
 * Shows the browser's dialog, or waits in its autofill, and returns the
 * credential as JSON.
 *
 * @param isConditional `true` uses a passkey from the autofill, or makes one without a dialog
 * @throws {DOMException} when there is no credential; its `name` says why
 */
export async function runCeremony(
  { action, options }: WebAuthnOptionsResponse,
  isConditional: boolean,
  signal?: AbortSignal,
): Promise<PasskeyJson> {
  const credentials = browser.navigator!.credentials!;
  const how = { signal, ...(isConditional ? { mediation: "conditional" } : {}) };
  const credential = action === "register"
    ? await credentials.create({ publicKey: toCreation(options), ...how })
    : await credentials.get({ publicKey: toRequest(options), ...how });
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

/** Members of a response that are bytes; getters of its prototype, so they are named. */
const BINARY = [
  "clientDataJSON",
  "attestationObject",
  "authenticatorData",
  "signature",
  "userHandle",
] as const;

function toJson(
  { id, rawId, type, response, authenticatorAttachment }: Credential,
): PasskeyJson {
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
    // The server asks for no extensions.
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

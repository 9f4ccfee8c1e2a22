/**
 * Tells the browser's password manager which passkeys of a user exist, so that it hides those
 * that were removed and shows the present name.
 *
 * @see {@link https://www.w3.org/TR/webauthn-3/#sctn-signal-methods WebAuthn Level 3 §5.1.10}
 * @module
 */

import { fetchOptions } from "./ceremony.ts";

/** The members of a browser that are used here; typed so that servers can check the file too. */
interface Browser {
  PublicKeyCredential?: {
    signalAllAcceptedCredentials?(facts: object): Promise<void>;
    signalCurrentUserDetails?(facts: object): Promise<void>;
    signalUnknownCredential?(facts: object): Promise<void>;
  };
  location: { origin: string; hostname: string };
}

const browser = globalThis as unknown as Browser;

/** Options of {@linkcode syncPasskeys}. */
export interface SyncPasskeysOptions {
  /** Path the service is mounted under. Default `/auth`. */
  basePath?: string | undefined;
  /** Ends the request. */
  signal?: AbortSignal | undefined;
}

/**
 * Tells the browser about the passkeys of the user who is signed in: removed ones are no longer
 * offered, and the others show the user's present name. Call it after a passkey was removed, and
 * after the name or the address changed. Never throws: browsers may lack the functions, and an
 * outdated list harms nothing.
 *
 * @param provider id of the provider. Default `passkey`
 * @returns `true` when the browser took the list
 *
 * @example
 * ```ts
 * import { syncPasskeys } from "@x/auth/client/webauthn";
 *
 * console.log(await syncPasskeys()); // false outside a browser
 * ```
 */
export async function syncPasskeys(
  provider = "passkey",
  { basePath = "/auth", signal }: SyncPasskeysOptions = {},
): Promise<boolean> {
  if (!browser.PublicKeyCredential?.signalAllAcceptedCredentials) return false;
  const base = `${browser.location.origin}${basePath.replace(/\/$/, "")}`;
  return await syncAt(`${base}/webauthn-options/${provider}`, signal);
}

/**
 * The same as {@linkcode syncPasskeys}, with the URL of the options.
 *
 * @param url the provider's `webauthn-options` URL, as a page names it
 */
export async function syncAt(url: string, signal?: AbortSignal): Promise<boolean> {
  const api = browser.PublicKeyCredential;
  if (!api?.signalAllAcceptedCredentials) return false;
  try {
    const asked = await fetchOptions(url, new URLSearchParams(), "register", signal);
    if (!asked.options || asked.action !== "register") return false;
    const { rp, user, excludeCredentials = [] } = asked.options;
    const about = { rpId: rp.id ?? browser.location.hostname, userId: user.id };
    const allAcceptedCredentialIds = excludeCredentials.map(({ id }) => id);
    await api.signalAllAcceptedCredentials({ ...about, allAcceptedCredentialIds });
    const { name, displayName } = user;
    await api.signalCurrentUserDetails?.({ ...about, name, displayName });
    return true;
  } catch {
    return false;
  }
}

/** Tells the browser that the server does not know a passkey. Never throws. */
export async function signalUnknown(rpId: string | undefined, credentialId: string): Promise<void> {
  try {
    await browser.PublicKeyCredential?.signalUnknownCredential?.({
      rpId: rpId ?? browser.location.hostname,
      credentialId,
    });
  } catch {
    // The browser keeps offering the passkey.
  }
}

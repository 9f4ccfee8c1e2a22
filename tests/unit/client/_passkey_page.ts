/**
 * A page of an app in a browser that knows passkeys: its requests reach the real actions, and
 * an authenticator in software answers the ceremonies.
 *
 * @module
 */

import { MemoryAdapter } from "../../../adapters/memory.ts";
import { Auth, type AuthConfig } from "../../../mod.ts";
import { fromBase64url, toBase64url } from "../../../src/base/crypto/bytes.ts";
import Passkey from "../../../src/capabilities/passkeys/passkey_provider.ts";
import { createAuthenticator, createBrowser, signInAs } from "../../../src/tools/testing/mod.ts";
import type { Proof } from "../../../src/types/proof.ts";
import { AccountPage } from "../../../src/capabilities/account/mod.ts";

export const ORIGIN = "https://app.example";
/** The page. */
export const PAGE = `${ORIGIN}/settings?tab=2#passkeys`;

/** Time of a proof that is too old for any change. */
export const OLD = { at: Math.floor(Date.now() / 1000) - 20 * 24 * 60 * 60 };

/** The page, and what its script did. */
export interface PasskeyPage {
  adapter: ReturnType<typeof MemoryAdapter>;
  /** URLs that the browser was sent to. */
  visited: string[];
  /** Number of requests that began. */
  requests: number;
  /** Number of dialogs that were shown. */
  dialogs: number;
  /** No request gets an answer. Default: all do */
  isOffline?: boolean;
  /** Signs in; ends the session before. */
  signIn(proof?: Partial<Proof>): Promise<void>;
  /** Called while the dialog is open. */
  onDialog?: () => Promise<void>;
}

/** Members that are absent, or others, outside a browser. */
const GLOBALS = ["fetch", "location", "navigator", "PublicKeyCredential"] as const;

/** Runs a script of the page. */
export async function onPasskeyPage(run: (page: PasskeyPage) => Promise<void>): Promise<void> {
  const adapter = MemoryAdapter();
  await adapter.createUser({ id: "ada", email: "ada@example.com", emailVerified: new Date() });
  const config: AuthConfig = {
    adapter,
    providers: [Passkey],
    account: AccountPage(),
    session: { revocation: {} },
    sendMail: () => {},
    experimental: { enableWebAuthn: true },
    secret: "a-secret-of-at-least-32-characters",
    trustHost: true,
    logger: { error() {}, warn() {} },
  };
  const browser = createBrowser(ORIGIN, { [ORIGIN]: (request) => Auth(request, config) });
  const authenticator = createAuthenticator(ORIGIN);
  const page: PasskeyPage = {
    adapter,
    visited: [],
    requests: 0,
    dialogs: 0,
    async signIn(proof) {
      const { setCookies } = await signInAs(config, { id: "ada" }, { origin: ORIGIN, proof });
      browser.cookies.store(new URL(ORIGIN), setCookies);
    },
  };
  // deno-lint-ignore no-explicit-any -- the options of a browser, with bytes in place of text
  const create = async ({ publicKey }: any) => {
    page.dialogs++;
    await page.onDialog?.();
    const { id, type, response } = await authenticator.create({
      ...publicKey,
      challenge: toBase64url(publicKey.challenge),
      user: { ...publicKey.user, id: toBase64url(publicKey.user.id) },
      excludeCredentials: [],
    });
    const bytes = (text: string) => fromBase64url(text).buffer;
    return {
      id,
      rawId: bytes(id),
      type,
      response: {
        clientDataJSON: bytes(response.clientDataJSON),
        attestationObject: bytes(response.attestationObject),
        getTransports: () => ["internal"],
      },
    };
  };
  const before = GLOBALS.map((name) => Object.getOwnPropertyDescriptor(globalThis, name));
  const values = {
    async fetch(url: string, init?: RequestInit) {
      page.requests++;
      init?.signal?.throwIfAborted();
      if (page.isOffline) throw new TypeError("Failed to fetch");
      return await browser.fetch(url, init);
    },
    location: {
      href: PAGE,
      origin: ORIGIN,
      assign: (url: string) => void page.visited.push(url),
    },
    navigator: { credentials: { create } },
    PublicKeyCredential: {},
  };
  for (const name of GLOBALS) {
    Object.defineProperty(globalThis, name, {
      value: values[name],
      configurable: true,
      writable: true,
    });
  }
  try {
    await run(page);
  } finally {
    for (const [index, name] of GLOBALS.entries()) {
      const descriptor = before[index];
      if (descriptor) Object.defineProperty(globalThis, name, descriptor);
      else Reflect.deleteProperty(globalThis, name);
    }
  }
}

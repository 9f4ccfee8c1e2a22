/**
 * An app that a provider can tell about ended sessions, with any number of browsers.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import { MemoryAdapter } from "../../adapters/memory.ts";
import { Auth, type AuthConfig, type OIDCConfig, type Profile } from "../../mod.ts";
import {
  createBrowser,
  createIdp,
  type Idp,
  type TestBrowser,
} from "../../src/tools/testing/mod.ts";
import type { AuditEntry } from "../../src/types/mod.ts";
import { SECRET } from "./_rig.ts";
import type { Strategy } from "./_strategies.ts";
import { providerAt } from "../_idp.ts";
import { BackChannel, ProviderSignOut } from "../../src/capabilities/sign_out/mod.ts";

export const APP = "https://app.example";

/** A running app. */
export interface BackChannel {
  idp: Idp;
  config: AuthConfig;
  errors: Error[];
  entries: AuditEntry[];
  open(): TestBrowser;
  /** Signs in with a session id of the provider. */
  signIn(sid?: string, sub?: string, browser?: TestBrowser): Promise<TestBrowser>;
  /** Posts a form to the app, as the provider does. */
  post(form: Record<string, string>, headers?: HeadersInit): Promise<Response>;
  /** Posts a logout token, and returns the status. */
  logOut(token: string): Promise<number>;
  /** Posts a security event token. */
  push(token: string): Promise<Response>;
}

/** Makes an app. */
export async function createBackChannel(
  strategy: Strategy,
  config: Partial<AuthConfig> = {},
  provider: Partial<OIDCConfig<Profile>> = {},
): Promise<BackChannel> {
  const idp = await createIdp();
  const errors: Error[] = [];
  const entries: AuditEntry[] = [];
  const effective: AuthConfig = {
    providers: [providerAt(idp, "idp", { name: "IdP", ...provider })],
    adapter: MemoryAdapter(),
    session: { strategy, revocation: {} },
    signOut: ProviderSignOut({ backChannel: BackChannel() }),
    secret: SECRET,
    trustHost: true,
    limits: { perAddress: false },
    logger: { error: (error) => void errors.push(error), warn() {}, debug() {} },
    events: { audit: (entry) => void entries.push(entry) },
    ...config,
  };
  const open = () =>
    createBrowser(APP, {
      [APP]: (request) =>
        new URL(request.url).pathname.startsWith("/auth/")
          ? Auth(request, effective)
          : new Response("app"),
      [idp.issuer]: idp.handler,
    });
  const post = (form: Record<string, string>, headers: HeadersInit = {}) => {
    const body = new URLSearchParams(form);
    const request = new Request(`${APP}/auth/signout/idp`, { method: "POST", body, headers });
    return Auth(request, effective);
  };
  return {
    idp,
    config: effective,
    errors,
    entries,
    open,
    async signIn(sid, sub = "ada", browser = open()) {
      idp.user = { sub, name: sub, email: `${sub}@example.com`, ...sid ? { sid } : {} };
      await browser.signIn("idp");
      return browser;
    },
    post,
    async logOut(token) {
      const response = await post({ logout_token: token });
      await response.body?.cancel();
      return response.status;
    },
    push: (token) =>
      Auth(
        new Request(`${APP}/auth/signout/idp`, {
          method: "POST",
          headers: { "content-type": "application/secevent+jwt" },
          body: token,
        }),
        effective,
      ),
  };
}

/** Returns `true` for a browser that is signed in. */
export async function isIn(browser: TestBrowser): Promise<boolean> {
  return Boolean((await browser.session())?.user?.name);
}

/** Asserts which browsers are signed in. */
export async function assertIn(
  browsers: readonly TestBrowser[],
  expected: readonly boolean[],
): Promise<void> {
  assertEquals(await Promise.all(browsers.map(isIn)), expected);
}

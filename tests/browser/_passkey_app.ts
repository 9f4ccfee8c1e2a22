/**
 * An app with passkeys on a loopback port: the built-in pages, a page with the
 * client's functions, and a settings page.
 *
 * @module
 */

import { stripTypeScriptTypes } from "node:module";
import type { BrowserContext, CDPSession, Page } from "playwright-core";
import { MemoryAdapter } from "../../adapters/memory.ts";
import { Auth, type AuthConfig } from "../../mod.ts";
import Passkey from "../../src/capabilities/passkeys/passkey_provider.ts";
import {
  list as listPasskeys,
  remove as removePasskey,
} from "../../src/capabilities/passkeys/functions.ts";
import { newSecret } from "./_app.ts";

export interface PasskeyApp extends AsyncDisposable {
  origin: string;
  config: AuthConfig;
  adapter: ReturnType<typeof MemoryAdapter>;
  errors: Error[];
  /** Id of the user with an address. */
  idOf(email: string): Promise<string>;
}

/** A file of the client in the form that a browser loads. */
async function clientModule(name: string): Promise<Response> {
  const code = stripTypeScriptTypes(await Deno.readTextFile(`src/client/${name}`));
  return new Response(code, { headers: { "content-type": "text/javascript" } });
}

const HOME = `<!doctype html><html lang="en"><title>App</title><main><h1>App</h1>
<p id="outcome" role="status"></p></main>
<script type="module">
import * as client from "/client/webauthn.ts";
window.client = client;
</script></html>`;

export function startPasskeyApp(overrides: Partial<AuthConfig> = {}): PasskeyApp {
  const adapter = MemoryAdapter();
  const errors: Error[] = [];
  const config: AuthConfig = {
    providers: [Passkey],
    adapter,
    secret: newSecret(),
    trustHost: true,
    experimental: { enableWebAuthn: true },
    callbacks: {
      session: ({ session, user }) => ({
        expires: new Date(session.expires).toISOString(),
        user: { id: user.id, email: user.email },
      }),
    },
    logger: { error: (error) => void errors.push(error), warn: () => {}, debug: () => {} },
    ...overrides,
  };
  const html = { headers: { "content-type": "text/html; charset=utf-8" } };

  const settings = async (request: Request): Promise<Response> => {
    const asked = new Request(new URL("/auth/session", request.url), { headers: request.headers });
    const userId = (await (await Auth(asked, config)).json())?.user?.id;
    if (!userId) return new Response("Not signed in", { status: 401 });
    let outcome = "";
    if (request.method === "POST") {
      const id = String((await request.formData()).get("id"));
      outcome = await removePasskey(config, userId, id) ? "removed" : "kept";
    }
    const rows = (await listPasskeys(config, userId)).map(({ id }) =>
      `<li><form method="post"><button name="id" value="${id}">Remove</button></form></li>`
    );
    return new Response(
      `<!doctype html><html lang="en"><title>Keys</title><main><h1>Keys</h1>
<p id="outcome">${outcome}</p><ul>${rows.join("")}</ul></main></html>`,
      html,
    );
  };

  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    async (request) => {
      const { pathname } = new URL(request.url);
      if (pathname.startsWith("/auth/")) return await Auth(request, config);
      if (pathname === "/settings") return await settings(request);
      const [, name] = /^\/client\/(\w+\.ts)$/.exec(pathname) ?? [];
      if (name) {
        return await clientModule(name);
      }
      return new Response(HOME, html);
    },
  );
  return {
    origin: `http://localhost:${server.addr.port}`,
    config,
    adapter,
    errors,
    idOf: async (email) => (await adapter.getUserByEmail(email))!.id,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

/** Chromium's virtual authenticator, driven by the debugging protocol. */
export interface VirtualAuthenticator {
  /** `true` simulates a touch as soon as one is requested. */
  setPresent(present: boolean): Promise<void>;
  /** `true` when user verification succeeds. */
  setVerified(verified: boolean): Promise<void>;
  /** Credentials on the authenticator. */
  credentials(): Promise<
    { credentialId: string; signCount: number; userName?: string; userDisplayName?: string }[]
  >;
  /** Resolves when the browser changes or deletes a credential the next time. */
  next(event: "credentialUpdated" | "credentialDeleted"): Promise<void>;
  /** Replaces a credential by a copy with an older counter. */
  rewind(credentialId: string, signCount: number): Promise<void>;
  remove(): Promise<void>;
}

export async function addAuthenticator(
  context: BrowserContext,
  page: Page,
): Promise<VirtualAuthenticator> {
  const cdp: CDPSession = await context.newCDPSession(page);
  await cdp.send("WebAuthn.enable", { enableUI: false });
  const { authenticatorId } = await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const list = async () =>
    (await cdp.send("WebAuthn.getCredentials", { authenticatorId })).credentials;
  return {
    setPresent: async (enabled) =>
      void await cdp.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled }),
    setVerified: async (isUserVerified) =>
      void await cdp.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified }),
    credentials: list,
    next: (event) => new Promise((resolve) => cdp.once(`WebAuthn.${event}`, () => resolve())),
    async rewind(credentialId, signCount) {
      const credential = (await list()).find((held) => held.credentialId === credentialId)!;
      await cdp.send("WebAuthn.removeCredential", { authenticatorId, credentialId });
      await cdp.send("WebAuthn.addCredential", {
        authenticatorId,
        credential: { ...credential, signCount },
      });
    },
    remove: async () =>
      void await cdp.send("WebAuthn.removeVirtualAuthenticator", { authenticatorId }),
  };
}

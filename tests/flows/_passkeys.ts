/**
 * An app with a passkey provider, in process, and software authenticators for it.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import { MemoryAdapter } from "../../adapters/memory.ts";
import { Auth, type AuthConfig } from "../../mod.ts";
import Passkey from "../../src/capabilities/passkeys/passkey_provider.ts";
import {
  type AuthenticatorLies,
  createAuthenticator,
  createBrowser,
  type SoftwareAuthenticator,
  type TestBrowser,
} from "../../src/tools/testing/mod.ts";
import type { WebAuthnOptionsResponse } from "../../src/types/webauthn.ts";
import { SECRET } from "./_rig.ts";

export const APP = "https://app.example";

export type Adapter = ReturnType<typeof MemoryAdapter>;

export interface Rig {
  config: AuthConfig;
  adapter: Adapter;
  /** Adapter methods (`A.`), events (`E.`) and callbacks (`C.`), in order. */
  calls: string[];
  errors: Error[];
  authenticator: SoftwareAuthenticator;
  /** A browser with an empty jar. */
  openBrowser(): TestBrowser;
}

export interface Answer {
  action: string;
  data: string;
  [field: string]: string;
}

/** Members that the adapter of an app has no more when it keeps no passkeys. */
export const KEY_METHODS = [
  "createAuthenticator",
  "getAuthenticator",
  "listAuthenticatorsByUserId",
  "updateAuthenticatorCounter",
  "renameAuthenticator",
  "deleteAuthenticator",
];

/** @param lacking members that the store does not have */
export function createRig(
  overrides: Partial<AuthConfig> = {},
  lacking: readonly string[] = [],
): Rig {
  const calls: string[] = [];
  const errors: Error[] = [];
  const memory = MemoryAdapter();
  /** The methods of an object, which note their calls. */
  const noted = (of: object, prefix: string) =>
    Object.fromEntries(
      Object.entries(of).filter(([, member]) => typeof member === "function")
        .map(([name, method]) => [name, (...args: never[]) => {
          calls.push(prefix + name);
          return method(...args);
        }]),
    );
  const whole = { ...noted(memory, "A."), records: noted(memory.records, "A.records.") };
  const adapter = Object.fromEntries(
    Object.entries(whole).filter(([name]) => !lacking.includes(name)),
  ) as unknown as Adapter;
  const record = (name: string) => () => void calls.push(name);
  const config: AuthConfig = {
    providers: [Passkey],
    adapter,
    secret: SECRET,
    trustHost: true,
    theme: { name: "App" },
    experimental: { enableWebAuthn: true },
    callbacks: { signIn: () => (calls.push("C.signIn"), true) },
    events: {
      createUser: record("E.createUser"),
      linkAccount: record("E.linkAccount"),
      signIn: record("E.signIn"),
    },
    logger: { error: (error) => void errors.push(error), warn: () => {}, debug: () => {} },
    ...overrides,
  };
  const origins = {
    [APP]: async (request: Request) =>
      new URL(request.url).pathname.startsWith("/auth/")
        ? await Auth(request, config)
        : new Response("app"),
  };
  return {
    config,
    adapter,
    calls,
    errors,
    authenticator: createAuthenticator(APP),
    openBrowser: () => createBrowser(APP, origins),
  };
}

/** Requests options. */
export async function ask(
  browser: TestBrowser,
  query: Record<string, string>,
  provider = "passkey",
): Promise<WebAuthnOptionsResponse> {
  const url = `/auth/webauthn-options/${provider}?${new URLSearchParams(query)}`;
  const response = await browser.fetch(url);
  const body = await response.json();
  assertEquals(response.status, 200, JSON.stringify(body));
  return body;
}

/** Creates the authenticator's response to the options. */
export async function answer(
  asked: WebAuthnOptionsResponse,
  authenticator: SoftwareAuthenticator,
  lies?: AuthenticatorLies,
): Promise<Answer> {
  const credential = asked.action === "register"
    ? await authenticator.create(asked.options, lies)
    : await authenticator.get(asked.options, lies);
  return { action: asked.action, data: JSON.stringify(credential) };
}

/** Posts a response; returns the answer, without its body. */
export async function post(
  browser: TestBrowser,
  fields: Record<string, string>,
  provider = "passkey",
  headers: Record<string, string> = {},
): Promise<Response> {
  const response = await browser.fetch(`/auth/callback/${provider}`, {
    method: "POST",
    body: new URLSearchParams({ callbackUrl: "/after", ...fields }),
    headers,
  });
  await response.body?.cancel();
  return response;
}

/** Posts a response; returns the target of the redirect. */
export async function send(
  ...args: Parameters<typeof post>
): Promise<URL> {
  const { status, headers } = await post(...args);
  assertEquals(status, 302);
  return new URL(headers.get("location")!, APP);
}

/** The answer while the store fails: 503 with `Retry-After`, and no redirect. */
export function assertLater({ status, headers }: Response): void {
  const [after, location] = [headers.get("retry-after"), headers.get("location")];
  assertEquals([status, after, location], [503, "5", null]);
}

/** Runs a whole ceremony whose response the store fails to take. */
export async function runWithoutStore(
  { authenticator }: Pick<Rig, "authenticator">,
  browser: TestBrowser,
  query: Record<string, string>,
): Promise<void> {
  assertLater(await post(browser, await answer(await ask(browser, query), authenticator)));
}

/** Runs a whole ceremony; returns the target of the redirect. */
export async function run(
  { authenticator }: Pick<Rig, "authenticator">,
  browser: TestBrowser,
  query: Record<string, string>,
  lies?: AuthenticatorLies,
  provider = "passkey",
): Promise<URL> {
  const fields = await answer(await ask(browser, query, provider), authenticator, lies);
  return await send(browser, fields, provider);
}

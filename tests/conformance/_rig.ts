/**
 * An app, an authorization server that can misbehave, and a browser.
 *
 * @module
 */

import { assert, assertEquals, assertFalse, assertMatch } from "@std/assert";
import { Auth, type AuthConfig, type OIDCConfig, type Profile } from "../../mod.ts";
import {
  createBrowser,
  createIdp,
  type HostileModes,
  type Idp,
  type IdpOptions,
  type Landing,
  type TestBrowser,
} from "../../src/tools/testing/mod.ts";
import { providerAt } from "../_idp.ts";
import { captureConsole } from "../_console.ts";

export const APP = "https://app.example";
export const SECRET = "a-secret-of-at-least-32-characters";

export interface Rig {
  idp: Idp;
  browser: TestBrowser;
  config: AuthConfig;
  /** Lines of the log. */
  lines: string[];
}

/** An OIDC provider object for a test server, with every check on. */
export function providerOf(
  idp: Idp,
  overrides: Partial<OIDCConfig<Profile>> = {},
): OIDCConfig<Profile> {
  return providerAt(idp, "test", {
    name: "Test",
    checks: ["pkce", "state", "nonce"],
    ...overrides,
  });
}

export async function createRig(
  options: {
    hostile?: HostileModes;
    provider?: Partial<OIDCConfig<Profile>>;
    config?: Partial<AuthConfig>;
    idp?: IdpOptions;
  } = {},
): Promise<Rig> {
  const idp = await createIdp(options.idp);
  Object.assign(idp.hostile, options.hostile);
  const config: AuthConfig = {
    providers: [providerOf(idp, options.provider)],
    secret: SECRET,
    trustHost: true,
    ...options.config,
  };
  const lines: string[] = [];
  const browser = createBrowser(APP, {
    [APP]: async (request) => {
      if (!new URL(request.url).pathname.startsWith("/auth/")) return new Response("app");
      // The built-in logger is part of the test.
      using logged = captureConsole("error", "warn", "log");
      try {
        return await Auth(request, config);
      } finally {
        lines.push(...logged.lines);
      }
    },
    [idp.issuer]: idp.handler,
  });
  return { idp, browser, config, lines };
}

/** Signs in at the provider; returns the callback URL without opening it. */
export async function callbackOf({ browser }: Rig, provider = "test"): Promise<string> {
  const response = await browser.fetch(await browser.start(provider, { callbackUrl: "/after" }));
  return response.headers.get("location")!;
}

/** Hostile mode `keys`: publishes the keys without their ids. */
export function removeKeyIds(keys: Record<string, unknown>[]): void {
  for (const key of keys) delete key.kid;
}

/** Names of the cookies of attempts that are still open. */
export function attemptCookies({ browser }: Rig): string[] {
  return browser.cookies.names(new URL(APP).hostname)
    .filter((name) => /\.(state|nonce|pkce\.code_verifier)(\.|$)/.test(name));
}

function hasSession({ browser }: Rig): boolean {
  return browser.cookies.names(new URL(APP).hostname).some((name) => name.includes("session"));
}

/** Asserts that a sign-in works: the control of every refusal. */
export async function assertSignsIn(rig: Rig): Promise<Landing> {
  const landing = await rig.browser.signIn("test", { callbackUrl: "/after" });
  assertEquals(landing.url.href, `${APP}/after`, rig.lines.join("\n"));
  assertEquals((await rig.browser.session())?.user?.name, "Ada Lovelace");
  assertEquals(attemptCookies(rig), []);
  return landing;
}

/**
 * Asserts that a sign-in fails without a session, a lost attempt or a leaked secret.
 *
 * @param reason text that the log must contain
 */
export async function assertRefused(rig: Rig, reason: RegExp): Promise<void> {
  const landing = await rig.browser.signIn("test", { callbackUrl: "/after" });
  await assertRefusal(rig, landing, reason);
}

export async function assertRefusal(
  rig: Rig,
  landing: Landing,
  reason: RegExp,
  page = "/auth/error?error=Configuration",
): Promise<void> {
  assertEquals(landing.url.href, APP + page, rig.lines.join("\n"));
  assertFalse(hasSession(rig), "a session cookie was issued");
  assertEquals(await rig.browser.session(), null);
  assertEquals(attemptCookies(rig), [], "the attempt can be used again");
  assert(rig.browser.cookies.names("app.example").includes("__Host-authjs.csrf-token"));
  assert(rig.browser.cookies.names("app.example").includes("__Secure-authjs.callback-url"));
  assertMatch(rig.lines.join("\n"), reason);
  const shown = rig.lines.join("\n") + landing.trail.map(({ url }) => url).slice(-1) +
    await landing.response.text();
  for (const secret of secretsOf(rig)) {
    assertFalse(shown.includes(secret), `a secret is shown: ${secret}`);
  }
}

/** Secrets of the server, the app and the browser, which no page or log line may contain. */
function secretsOf({ idp }: Rig): string[] {
  const codes = idp.requests.filter(({ endpoint }) => endpoint === "token")
    .flatMap(({ body }) => {
      const form = new URLSearchParams(body);
      return [form.get("code"), form.get("code_verifier")];
    });
  return [idp.clientSecret, SECRET, ...codes].filter((value): value is string => Boolean(value));
}

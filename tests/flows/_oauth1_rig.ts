/**
 * An app, an OAuth 1.0a server that can misbehave, and a browser, in process.
 *
 * @module
 */

import { assert, assertEquals, assertFalse, assertMatch } from "@std/assert";
import { Auth, type AuthConfig, customFetch, type OAuth2Config, type Profile } from "../../mod.ts";
import { OAuth1 } from "../../src/capabilities/oauth1/mod.ts";
import {
  createBrowser,
  createOAuth1Server,
  type Landing,
  type OAuth1HostileModes,
  type OAuth1Server,
  type TestBrowser,
} from "../../src/tools/testing/mod.ts";
import { SECRET } from "./_rig.ts";
import { captureConsole } from "../_console.ts";

export const APP = "https://app.example";
export const AGAIN = "/auth/error?error=Configuration&code=InvalidCheck";

export interface Rig {
  server: OAuth1Server;
  browser: TestBrowser;
  config: AuthConfig;
  /** Lines of the log. */
  lines: string[];
  newBrowser(): TestBrowser;
}

/** A provider object for a test server. */
export function providerOf(
  server: OAuth1Server,
  overrides: Partial<OAuth2Config<Profile>> = {},
): OAuth2Config<Profile> {
  const made = OAuth1<Profile>({ id: "test", name: "Test", ...server.provider });
  return { ...made, [customFetch]: server.fetch, ...overrides } as OAuth2Config<Profile>;
}

export function createRig(
  options: {
    hostile?: OAuth1HostileModes;
    provider?: Partial<OAuth2Config<Profile>>;
    config?: Partial<AuthConfig>;
    server?: OAuth1Server;
  } = {},
): Rig {
  const server = options.server ?? createOAuth1Server();
  Object.assign(server.hostile, options.hostile);
  const lines: string[] = [];
  const config: AuthConfig = {
    providers: [providerOf(server, options.provider)],
    secret: SECRET,
    trustHost: true,
    ...options.config,
  };
  const app = async (request: Request) => {
    if (!new URL(request.url).pathname.startsWith("/auth/")) return new Response("app");
    // The built-in logger is part of the test.
    using logged = captureConsole("error", "warn", "log");
    try {
      return await Auth(request, config);
    } finally {
      lines.push(...logged.lines);
    }
  };
  const newBrowser = () => createBrowser(APP, { [APP]: app, [server.origin]: server.handler });
  return { server, browser: newBrowser(), config, lines, newBrowser };
}

/** Names of the cookies of attempts that are still open. */
export function attemptCookies({ browser }: Rig): string[] {
  return browser.cookies.names(new URL(APP).hostname).filter((name) => /\.state\./.test(name));
}

/** Signs in at the provider; returns the callback URL without opening it. */
export async function callbackOf({ browser }: Rig, provider = "test"): Promise<string> {
  const response = await browser.fetch(await browser.start(provider, { callbackUrl: "/after" }));
  return response.headers.get("location")!;
}

/** Asserts that a sign-in works: the control of every refusal. */
export async function assertSignsIn(rig: Rig, provider = "test"): Promise<Landing> {
  const landing = await rig.browser.signIn(provider, { callbackUrl: "/after" });
  assertEquals(landing.url.href, `${APP}/after`, rig.lines.join("\n"));
  assertEquals((await rig.browser.session())?.user?.name, "Ada Lovelace");
  assertEquals(attemptCookies(rig), []);
  assertEquals(rig.server.refusals, []);
  return landing;
}

/**
 * Asserts that a sign-in failed without a session, a reusable attempt or a leaked secret.
 *
 * @param reason text that the log must contain
 */
export async function assertRefusal(
  rig: Rig,
  landing: Landing,
  reason: RegExp,
  page = "/auth/error?error=Configuration",
): Promise<void> {
  assertEquals(landing.url.href, APP + page, rig.lines.join("\n"));
  assertEquals(await rig.browser.session(), null);
  assertEquals(attemptCookies(rig), [], "the attempt can be used again");
  const shown = rig.lines.join("\n");
  assertMatch(shown, reason);
  const page_ = await landing.response.text();
  for (const secret of secretsOf(rig)) {
    assertFalse((shown + page_ + landing.url).includes(secret), `a secret is shown: ${secret}`);
  }
}

/** Tokens, verifiers and signatures that were sent, and the secrets that signed them. */
function secretsOf({ server }: Rig): string[] {
  const sent = server.requests.flatMap(({ authorization }) =>
    [...authorization.matchAll(/oauth_(token|verifier|signature)="([^"]+)"/g)].map(([, , v]) => v!)
  );
  assert(server.requests.length > 0);
  return [server.clientSecret, SECRET, ...sent];
}

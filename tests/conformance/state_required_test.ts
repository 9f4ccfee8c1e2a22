/**
 * Login CSRF with every built-in OAuth and OpenID Connect provider, at a site that
 * ignores PKCE: a user starts a sign-in without finishing it, and a page of an
 * attacker opens `callback/<id>?code=<attacker's code>` in that browser.
 *
 * @module
 */

import { assert, assertEquals, assertNotEquals } from "@std/assert";
import { MemoryAdapter } from "../../adapters/memory.ts";
import { Auth, type AuthConfig, customFetch, type OAuthConfig, type Profile } from "../../mod.ts";
import { resolveConfig } from "../../src/config/resolve.ts";
import { createBrowser, type TestBrowser } from "../../src/tools/testing/mod.ts";
import type { ResolvedOAuthProvider } from "../../src/types/resolved_provider.ts";
import { CATALOGUE } from "../unit/providers/_catalogue.ts";
import type { CatalogueEntry } from "../unit/providers/_catalogue_entry.ts";
import { APP, SECRET } from "./_rig.ts";

const EVIL = "https://evil.example";
const AGAIN = `${APP}/auth/error?error=Configuration&code=InvalidCheck`;

/** A site that returns tokens for every code, with any verifier. */
function createSite({ issuer, sample }: CatalogueEntry) {
  let exchanges = 0;
  const answer = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    if (pathname.endsWith("/.well-known/openid-configuration")) {
      return Response.json({
        issuer,
        authorization_endpoint: "https://site.example/authorize",
        token_endpoint: "https://site.example/token",
        userinfo_endpoint: "https://site.example/me",
        jwks_uri: "https://site.example/keys",
      });
    }
    const body = await request.text();
    if (request.method === "POST" && body.includes("attackers-code")) {
      exchanges++;
      return Response.json({ access_token: "a", token_type: "Bearer", oauth_token: "t" });
    }
    return Response.json(sample);
  };
  const fetch: typeof globalThis.fetch = (input, init) => answer(new Request(input, init));
  return { fetch, exchanges: () => exchanges };
}

/** An app with the provider, and the browser of the victim. */
async function createVictim(entry: CatalogueEntry) {
  const site = createSite(entry);
  const { default: create } = await import(`@x/auth/providers/${entry.module}`);
  const provider: OAuthConfig<Profile> = create({
    clientId: "id",
    clientSecret: "secret",
    ...entry.options,
    [customFetch]: site.fetch,
  });
  const linked: string[] = [];
  const memory = MemoryAdapter();
  const config: AuthConfig = {
    providers: [provider],
    secret: SECRET,
    trustHost: true,
    logger: { error: () => {}, warn: () => {}, debug: () => {} },
    adapter: {
      ...memory,
      linkAccount(account) {
        linked.push(account.provider);
        return memory.linkAccount!(account);
      },
    },
  };
  const browser = createBrowser(APP, { [APP]: (request) => Auth(request, config) });
  const resolved = resolveConfig(config).providers.get(entry.id) as ResolvedOAuthProvider;
  return { site, memory, browser, linked, provider: resolved };
}

type Victim = Awaited<ReturnType<typeof createVictim>>;

async function signIn({ memory, browser }: Victim): Promise<void> {
  const user = { id: "victim", email: "victim@example.com", emailVerified: null };
  const { id: userId } = await memory.createUser!(user);
  const sessionToken = crypto.randomUUID();
  const expires = new Date(Date.now() + 3_600_000);
  await memory.createSession!({ sessionToken, userId, expires });
  browser.cookies.plant(APP, `__Secure-authjs.session-token=${sessionToken}; Path=/; Secure`);
  assertEquals((await browser.session())?.user?.email, user.email);
}

/** Sends the answer the way the provider does, from another site. */
async function answer(
  browser: TestBrowser,
  { id, formPost }: ResolvedOAuthProvider,
  params: Record<string, string>,
  from = EVIL,
): Promise<string | null> {
  const members = new URLSearchParams(params);
  const url = `${APP}/auth/callback/${id}`;
  const response = formPost
    ? await browser.fetch(url, { method: "POST", body: members, from })
    : await browser.fetch(`${url}?${members}`, { from });
  await response.body?.cancel();
  return response.headers.get("location");
}

const entries = CATALOGUE;

Deno.test("state: the table has every built-in provider", () => {
  assert(entries.length > 60, `${entries.length} providers`);
});

for (const entry of entries) {
  for (const signedIn of [false, true]) {
    const who = signedIn ? "links no account to a signed-in user" : "creates no session";
    Deno.test(`state: a callback of ${entry.module} without it ${who}`, async () => {
      const victim = await createVictim(entry);
      const { browser, provider, site, linked } = victim;
      if (signedIn) await signIn(victim);
      const before = (await browser.session())?.user?.email;
      const start = new URL(await browser.start(entry.id, { callbackUrl: "/after" }));
      assertNotEquals(start.origin, APP, "the sign-in did not start");

      const params = { code: "attackers-code" };
      assertEquals(await answer(browser, provider, params), AGAIN);
      // With `form_post`, a page can also open the callback with a link.
      const link = await browser.fetch(`${APP}/auth/callback/${entry.id}?code=attackers-code`, {
        from: EVIL,
      });
      assertEquals(link.headers.get("location"), AGAIN);
      assertEquals(site.exchanges(), 0, "the attacker's code was sent");
      assertEquals((await browser.session())?.user?.email, before);
      assertEquals(linked, []);

      // The same code with the state reaches the site, so the attempt was still open.
      const state = start.searchParams.get("state")!;
      await answer(browser, provider, { ...params, state });
      if (signedIn && provider.formPost) {
        assertEquals(site.exchanges(), 0, "a form of another site brings no session");
        await answer(browser, provider, { ...params, state, postedAgain: "1" }, APP);
      }
      assertEquals(site.exchanges(), 1);
    });
  }
}
